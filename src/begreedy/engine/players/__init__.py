"""Players: how a policy chooses among finitely many arms, one file per kind of index."""
