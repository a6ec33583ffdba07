"""The contract, randomness, arithmetic and the compiler: what everything else is built on."""
