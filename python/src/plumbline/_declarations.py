"""The declarations of packaging/declarations.py, compiled by cffi; that script writes this file."""

from typing import Any

import _cffi_backend

ffi: Any = _cffi_backend.FFI(
    "plumbline._declarations",
    _version=9729,
    _types=(b'\x00\x00\x06\r\x00\x00\x1c\x01\x00\x00\x00\x0f\x00\x00\x06\r\x00\x00\x00\x0f\x00\x00\x14\r'
         b'\x00\x00\x12\x03\x00\x00\x15\x03\x00\x00\x10\x03\x00\x00\x00\x0f\x00\x00\x14\r\x00\x00\x16\x03'
         b'\x00\x00\x00\x0f\x00\x00\x14\r\x00\x00\x00\x0f\x00\x00\x16\r\x00\x00\x12\x03\x00\x00\x00\x0f'
         b'\x00\x00\x02\x01\x00\x00\n\x03\x00\x00\x07\x01\x00\x00\x00\t\x00\x00\x00\x01'),
    _globals=(b'\x00\x00\r#plumbline_abi',
         0,
         b'\x00\x00\x05#plumbline_call_json',
         0,
         b'\x00\x00\x00#plumbline_engine',
         0,
         b'\x00\x00\x0f#plumbline_free_text',
         0,
         b'\x00\x00\x00#plumbline_mechanism_name',
         0,
         b'\x00\x00\x00#plumbline_mechanism_summary',
         0,
         b'\x00\x00\x00#plumbline_quantity',
         0,
         b'\x00\x00\x00#plumbline_quantity_argument',
         0,
         b'\x00\x00\x00#plumbline_quantity_summary',
         0,
         b'\x00\x00\x00#plumbline_relation',
         0,
         b'\x00\x00\x00#plumbline_relation_direction',
         0,
         b'\x00\x00\x03#plumbline_version',
         0),
    _struct_unions=((b'\x00\x00\x00\x15\x00\x00\x00\x02$plumbline_options',
          b'\x00\x00\x06\x11direction',
          b'\x00\x00\x06\x11engine',
          b'\x00\x00\x14\x11digits',
          b'\x00\x00\x13\x11stop',
          b'\x00\x00\x0b\x11context'),),
    _typenames=(b'\x00\x00\x00\x15plumbline_options', b'\x00\x00\x00\x14plumbline_status'),
)
