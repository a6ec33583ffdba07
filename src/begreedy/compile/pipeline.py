"""The steps from bytecode to LLVM that plain functions over numbers and arrays need: Numba's own, without the others.

Left out are steps for what kernels do not have (``with``, expressions over whole arrays, which would allocate), steps
for functions within functions where there are none, and the lifetimes of variables, which Numba computes anew after
every step: here only where they are asked for.
"""

from __future__ import annotations

import types
from functools import lru_cache
from typing import Any


@lru_cache(maxsize=1)
def lean_pipeline() -> Any:
    """A class of pipelines for ``numba.njit``."""
    from numba.core import typed_passes, untyped_passes
    from numba.core.compiler import CompilerBase, DefaultPassBuilder
    from numba.core.compiler_machinery import PassManager, _pass_registry
    from numba.core.errors import new_error_context
    from numba.core.postproc import VariableLifetime
    from numba.core.transforms import canonicalize_cfg

    never = {
        untyped_passes.WithLifting,
        typed_passes.NopythonRewrites,
        typed_passes.DumpParforDiagnostics,
    }
    for_inner_functions = {untyped_passes.InlineClosureLikes, untyped_passes.MakeFunctionToJitFunction}

    class LeanPasses(PassManager):  # type: ignore[misc]
        def _runPass(self, _: int, step: Any, state: Any) -> None:
            step.analysis = self._analysis
            with new_error_context("Pass {name}", name=step.name()):
                step.run_initialization(state)
                changed = step.run_pass(state)
                step.run_finalizer(state)
            if changed and _pass_registry.get(type(step)).mutates_CFG:
                state.func_ir.blocks = canonicalize_cfg(state.func_ir.blocks)
                state.func_ir.variable_lifetime = VariableLifetime(state.func_ir.blocks)

    class Lean(CompilerBase):  # type: ignore[misc]
        def define_pipelines(self) -> list[Any]:
            usual = DefaultPassBuilder.define_nopython_pipeline(self.state)
            if self.state.func_id.is_generator or self.state.flags.auto_parallel.enabled:
                return [usual]
            steps = LeanPasses("nopython")
            left_out = never if _has_inner_functions(self.state.func_id.code) else never | for_inner_functions
            for step, about in usual.passes:
                if step not in left_out:
                    steps.add_pass(step, about)
            steps.finalize()
            return [steps]

    return Lean


def _has_inner_functions(code: types.CodeType) -> bool:
    return any(isinstance(constant, types.CodeType) for constant in code.co_consts)
