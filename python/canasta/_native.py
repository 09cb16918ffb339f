"""The shared library: its functions, their types, and answers that are JSON.

Not here: anything a user calls. Calls release the interpreter's lock while C runs.
"""
from __future__ import annotations

import ctypes
import json
import os
import pathlib
from ctypes import POINTER, c_char_p, c_float, c_int16, c_int32, c_size_t, c_uint8, c_uint32
from ctypes import c_uint64, c_void_p
from typing import Any, Callable

import numpy as np

SEATS_MAX = 8


class Config(ctypes.Structure):
    """cn_env_config"""

    _fields_ = [
        ("table_count", c_uint32),
        ("thread_count", c_uint32),
        ("seed", c_uint64),
        ("episode", c_uint32),
        ("pay", c_uint32),
        ("reward", c_uint32),
        ("reward_scale", c_float),
        ("autoreset", c_uint32),
        ("steps_max", c_uint32),
        ("player", c_char_p * SEATS_MAX),
    ]


class Buffers(ctypes.Structure):
    """cn_env_buffers"""

    _fields_ = [
        ("observation", POINTER(c_int16)),
        ("final_observation", POINTER(c_int16)),
        ("action_mask", POINTER(c_uint8)),
        ("reward", POINTER(c_float)),
        ("actor_reward", POINTER(c_float)),
        ("terminated", POINTER(c_uint8)),
        ("truncated", POINTER(c_uint8)),
        ("seat", POINTER(c_uint8)),
        ("error", POINTER(c_uint8)),
    ]


class Reason(ctypes.Structure):
    """cn_reason"""

    _fields_ = [("code", c_uint8), ("have", c_int32), ("need", c_int32)]


def _open() -> ctypes.CDLL:
    beside = pathlib.Path(__file__).with_name("libcanasta.so")
    return ctypes.CDLL(os.environ.get("CANASTA_LIBRARY", str(beside)))


lib = _open()


def _declare(name: str, result: Any, *arguments: Any) -> None:
    function = getattr(lib, name)
    function.restype = result
    function.argtypes = list(arguments)


_TEXT = (c_void_p, c_size_t)  # out, size
_declare("canasta_rule_sets", c_size_t, *_TEXT)
_declare("canasta_step_names", c_size_t, *_TEXT)
_declare("canasta_reasons", c_size_t, *_TEXT)
_declare("canasta_rules_open", c_void_p, c_char_p, c_char_p, c_char_p, c_uint32, c_void_p, c_size_t)
_declare("canasta_rules_close", None, c_void_p)
_declare("canasta_rules_describe", c_size_t, c_void_p, *_TEXT)
_declare("canasta_rules_explain", c_size_t, c_void_p, *_TEXT)
_declare("canasta_rules_values", c_size_t, c_void_p, *_TEXT)
_declare("canasta_env_legal", c_size_t, c_void_p, c_uint32, *_TEXT)
_declare("canasta_env_state", c_size_t, c_void_p, c_uint32, *_TEXT)
_declare("canasta_replay", c_size_t, c_char_p, c_size_t, *_TEXT)
_declare("canasta_referee", c_size_t, c_char_p, c_size_t, *_TEXT)
_declare("cn_env_create", c_void_p, c_void_p, POINTER(Config), POINTER(c_uint32))
_declare("cn_env_status_text", c_char_p, c_uint32)
_declare("cn_env_destroy", None, c_void_p)
_declare("cn_env_bytes", c_size_t, c_void_p)
_declare("cn_env_bind", None, c_void_p, POINTER(Buffers))
_declare("cn_env_reset", None, c_void_p, c_void_p, c_void_p)
_declare("cn_env_step", c_uint32, c_void_p, c_void_p)
_declare("cn_env_sample", None, c_void_p, c_void_p)
_declare("cn_env_observe", None, c_void_p, c_uint32, c_uint32, c_void_p)
_declare("cn_env_reason", Reason, c_void_p, c_uint32)


def text(function: Callable[..., int], *arguments: Any) -> str:
    """What a function writes that ends its arguments with a buffer and its size."""
    size = 1 << 14
    while True:
        out = ctypes.create_string_buffer(size)
        length = function(*arguments, out, size)
        if length < size:
            return out.raw[:length].decode("utf-8", "replace")
        size *= 4


def answer(function: Callable[..., int], *arguments: Any) -> Any:
    """The same, read as JSON."""
    return json.loads(text(function, *arguments))


def address(array: np.ndarray, kind: Any) -> Any:
    """An array's memory for a structure of the library. The array must be kept alive."""
    return array.ctypes.data_as(POINTER(kind))


def bind(env: int, arrays: dict[str, np.ndarray]) -> None:
    """Hands the arrays over by the names of cn_env_buffers; those that are not there are not
    wanted."""
    buffers = Buffers()
    for name, pointer in Buffers._fields_:
        kind: Any = pointer
        if name in arrays:
            setattr(buffers, name, address(arrays[name], kind._type_))
    lib.cn_env_bind(env, ctypes.byref(buffers))
