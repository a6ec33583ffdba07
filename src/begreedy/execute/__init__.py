"""Where blocks are played: threads of this process, or a cluster, behind one interface."""
