"""Grammars of programming languages, and the roles of their nodes.

The packages of the grammars are imported when a text of their language is read.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from chunking.core.document import Document
from chunking.core.packages import require

if TYPE_CHECKING:
    from tree_sitter import Language


@dataclass(frozen=True, slots=True)
class Grammar:
    """A programming language: the package of its grammar, and its node types by role.

    `members` are bodies of classes, whose children are units, `members_in` the same as pairs of
    parent and body; `bodies` are those of functions and of large values. `definitions` maps a type
    to the field that it must have to define something, followed by the types allowed there.
    `attached` nodes, such as decorators, belong to the next one.
    """

    package: str
    media_types: tuple[str, ...]
    members: frozenset[str]
    bodies: frozenset[str]
    definitions: dict[str, tuple[str, ...]]
    members_in: frozenset[tuple[str, str]] = frozenset()
    comments: frozenset[str] = frozenset({"comment"})
    attached: frozenset[str] = frozenset()
    suffixes: tuple[str, ...] = ()
    function: str = "language"


def _set(types: str) -> frozenset[str]:
    return frozenset(types.split())


def _named(types: str) -> dict[str, tuple[str, ...]]:
    return dict.fromkeys(types.split(), ())


_SCRIPT_MEMBERS = _set("class_body")
_SCRIPT_BODIES = _set("statement_block switch_body object array arguments jsx_element")
_FUNCTIONS = ("arrow_function", "function_expression", "generator_function", "class")
_SCRIPT_DEFINITIONS = {
    **_named(
        "class_declaration function_declaration generator_function_declaration method_definition"
    ),
    "variable_declarator": ("value", *_FUNCTIONS),
    "assignment_expression": ("right", *_FUNCTIONS),
    "pair": ("value", *_FUNCTIONS),
    "field_definition": ("value", *_FUNCTIONS),
}
_TYPED = Grammar(
    package="tree_sitter_typescript",
    media_types=("text/x-typescript",),
    members=_set("class_body interface_body enum_body"),
    members_in=frozenset({("internal_module", "statement_block"), ("module", "statement_block")}),
    bodies=_SCRIPT_BODIES,
    definitions={
        **_SCRIPT_DEFINITIONS,
        **_named(
            "abstract_class_declaration interface_declaration enum_declaration internal_module "
            "module type_alias_declaration function_signature method_signature "
            "abstract_method_signature"
        ),
        "public_field_definition": ("value", *_FUNCTIONS),
    },
    attached=_set("decorator"),
    function="language_typescript",
)

GRAMMARS: dict[str, Grammar] = {
    "python": Grammar(
        package="tree_sitter_python",
        media_types=("text/x-python",),
        members=frozenset(),
        members_in=frozenset({("class_definition", "block")}),
        bodies=_set("block dictionary list set tuple argument_list"),
        definitions=_named("class_definition function_definition"),
    ),
    "javascript": Grammar(
        package="tree_sitter_javascript",
        media_types=("text/javascript",),
        members=_SCRIPT_MEMBERS,
        bodies=_SCRIPT_BODIES,
        definitions=_SCRIPT_DEFINITIONS,
        attached=_set("decorator"),
    ),
    "typescript": _TYPED,
    "tsx": replace(_TYPED, suffixes=(".tsx",), function="language_tsx"),
    "go": Grammar(
        package="tree_sitter_go",
        media_types=("text/x-go",),
        members=_set("field_declaration_list interface_type"),
        bodies=_set(
            "statement_list literal_value const_declaration var_spec_list import_spec_list "
            "argument_list"
        ),
        definitions=_named("function_declaration method_declaration type_spec type_alias"),
    ),
    "rust": Grammar(
        package="tree_sitter_rust",
        media_types=("text/x-rust",),
        members=_set("declaration_list field_declaration_list enum_variant_list"),
        bodies=_set("block match_block array_expression field_initializer_list arguments"),
        definitions=_named(
            "function_item function_signature_item struct_item enum_item union_item trait_item "
            "impl_item mod_item macro_definition type_item"
        ),
        comments=_set("line_comment block_comment"),
        attached=_set("attribute_item"),
    ),
    "java": Grammar(
        package="tree_sitter_java",
        media_types=("text/x-java",),
        members=_set(
            "class_body interface_body enum_body enum_body_declarations annotation_type_body"
        ),
        bodies=_set(
            "block constructor_body switch_block switch_block_statement_group array_initializer "
            "argument_list"
        ),
        definitions=_named(
            "class_declaration interface_declaration enum_declaration record_declaration "
            "annotation_type_declaration method_declaration constructor_declaration "
            "compact_constructor_declaration"
        ),
        comments=_set("line_comment block_comment"),
    ),
    "c": Grammar(
        package="tree_sitter_c",
        media_types=("text/x-c",),
        members=_set(
            "declaration_list field_declaration_list enumerator_list "
            "preproc_if preproc_ifdef preproc_else preproc_elif preproc_elifdef"
        ),
        bodies=_set("compound_statement case_statement initializer_list argument_list"),
        definitions={
            **_named("function_definition type_definition"),
            "struct_specifier": ("body",),
            "union_specifier": ("body",),
            "enum_specifier": ("body",),
        },
    ),
}

_INTERPRETERS = {"python": "python", "node": "javascript", "deno": "typescript"}
_SHEBANG = re.compile(r"\ufeff?#!\s*\S*?/(?:env\s+(?:-S\s+)?)?(python|node|deno)[\d.]*(?!\S)")

# What is no C, in a header.
_CPLUSPLUS = re.compile(
    r"(?m)^(?:class[ \t]+\w[\w \t:,<>]*$|class[^;\n]*\{|namespace\b|template[ \t]*<)"
)


def syntax_of(document: Document) -> str:
    """Return the name of the grammar for a document; "" if there is none.

    It is found by the media type and the ending of the name, or by the `#!` line. Headers of C++
    have none.

    >>> from chunking.types import Document
    >>> syntax_of(Document("let a = 1;", source="a.tsx", media_type="text/x-typescript"))
    'tsx'
    """
    names = [name for name, each in GRAMMARS.items() if document.media_type in each.media_types]
    if "c" in names and _CPLUSPLUS.search(document.text):
        return ""
    for name in names:
        if document.source.lower().endswith(GRAMMARS[name].suffixes):
            return name
    if names:
        return names[0]
    shebang = _SHEBANG.match(document.text)
    return _INTERPRETERS[shebang[1]] if shebang else ""


@cache
def language_of(name: str) -> Language:
    """Return the loaded grammar of that name.

    Raises:
        MissingPackageError: Its package is not installed.
    """
    grammar = GRAMMARS[name]
    require("source code", "tree-sitter", grammar.package.replace("_", "-"))
    import tree_sitter

    return tree_sitter.Language(getattr(import_module(grammar.package), grammar.function)())
