"""How fast an API run is: the whole command against a bare loop over the official SDK, in one run.

python benchmarks/api_speed.py                       # 2,000 items at concurrency 64, no latency
python benchmarks/api_speed.py --latency             # 10,000 items at 200 ms: against the ideal and the bare loop
python benchmarks/api_speed.py --memory              # 100,000 items: memory above the imports
"""

import argparse
import json
import sys
import tempfile
from pathlib import Path
from typing import Any

from api_stand import command, server, timed, write_exam

BARE = """
import asyncio, json, sys
from openai import AsyncOpenAI, DefaultAioHttpClient
rows = [json.loads(line)["question"] for line in open(sys.argv[1], encoding="utf-8")]
async def main():
    client = AsyncOpenAI(base_url=sys.argv[2], api_key="k", max_retries=0, http_client=DefaultAioHttpClient())
    gate = asyncio.Semaphore(int(sys.argv[3]))
    async def one(text):
        async with gate:
            message = {"role": "user", "content": text}
            reply = await client.chat.completions.create(model="m", messages=[message], max_tokens=16, temperature=0)
            return reply.choices[0].message.content
    await asyncio.gather(*map(one, rows))
    await client.close()
asyncio.run(main())
"""
IMPORTS = "import aiohttp, openai, pyarrow.parquet, gwageo.api, gwageo.cli.app"


def against_a_bare_loop(folder: Path, n: int, concurrency: int) -> dict[str, Any]:
    exam = write_exam(folder, n)
    with server() as url:
        bare = timed(
            [sys.executable, "-c", BARE, str(folder / "numbers.jsonl"), url, str(concurrency)], folder / "cache"
        )
        ours = timed(command(exam, url, folder / "run", "--concurrency", str(concurrency)), folder / "cache")
        again = timed(command(exam, url, folder / "again", "--concurrency", str(concurrency)), folder / "cache")
    assert (bare.code, ours.code, again.code) == (0, 0, 0)
    return {
        "items": n,
        "bare_loop_s": round(bare.seconds, 2),
        "gwageo_s": round(ours.seconds, 2),
        "ratio": round(ours.seconds / bare.seconds, 2),
        "peak_mb": round(ours.peak_mb),
        "from_the_cache_s": round(again.seconds, 2),
    }


def against_the_ideal(folder: Path, n: int, concurrency: int, latency_s: float) -> dict[str, Any]:
    exam = write_exam(folder, n)
    with server(latency_s=latency_s) as url:
        bare = timed(
            [sys.executable, "-c", BARE, str(folder / "numbers.jsonl"), url, str(concurrency)], folder / "cache"
        )
        ours = timed(command(exam, url, folder / "run", "--concurrency", str(concurrency)), folder / "cache")
    assert (bare.code, ours.code) == (0, 0)
    ideal = n * latency_s / concurrency
    return {
        "items": n,
        "ideal_s": ideal,
        "bare_loop_s": round(bare.seconds, 2),
        "gwageo_s": round(ours.seconds, 2),
        "ratio": round(ours.seconds / ideal, 3),
        "bare_ratio": round(bare.seconds / ideal, 3),
    }


def memory(folder: Path, n: int) -> dict[str, Any]:
    exam = write_exam(folder, n)
    imports = timed([sys.executable, "-c", IMPORTS], folder / "cache")
    with server() as url:
        ours = timed(command(exam, url, folder / "run", "--concurrency", "64"), folder / "cache")
    assert ours.code == 0
    above = ours.peak_mb - imports.peak_mb
    return {"items": n, "imports_mb": round(imports.peak_mb), "peak_mb": round(ours.peak_mb), "above_mb": round(above)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--latency", action="store_true")
    parser.add_argument("--memory", action="store_true")
    parser.add_argument("--items", type=int)
    parser.add_argument("--concurrency", type=int, default=64)
    parser.add_argument("--latency-s", type=float, default=0.2)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if arguments.memory:
            figures = memory(folder, arguments.items or 100_000)
        elif arguments.latency:
            figures = against_the_ideal(folder, arguments.items or 10_000, arguments.concurrency, arguments.latency_s)
        else:
            figures = against_a_bare_loop(folder, arguments.items or 2_000, arguments.concurrency)
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
