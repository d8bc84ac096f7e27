"""A real browser for the tests of HTML pages: Chromium, started once a session, and a page as a tree without it."""

from __future__ import annotations

import base64
import json
import re
import time
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

import outputs

VOID = {"meta", "br", "wbr", "hr", "img", "input", "link", "image", "mspace"}
FLAGS = (
    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
    "--disable-background-networking", "--disable-component-update", "--hide-scrollbars",
)  # fmt: skip


class Browser:
    """Chromium, with scripts of pages switched off or, for what waits for a timer, on; what a test asks it always runs."""

    def __init__(self, profile: Path, scripts: bool = False) -> None:
        webdriver = pytest.importorskip("selenium.webdriver")
        options = webdriver.ChromeOptions()
        options.binary_location = outputs.tool("chromium")
        for flag in (*FLAGS, f"--user-data-dir={profile}"):
            options.add_argument(flag)
        if not scripts:
            options.add_experimental_option("prefs", {"profile.managed_default_content_settings.javascript": 2})
        options.set_capability("goog:loggingPrefs", {"performance": "ALL"})
        service = webdriver.ChromeService(outputs.tool("chromedriver"))
        self.driver = webdriver.Chrome(options=options, service=service)
        self.driver.set_script_timeout(60)

    def open(self, path: Path, *, width: int = 1200, dark: bool = False, fragment: str = "") -> None:
        """Show a file. width: of the window, in CSS pixels; below 500 it is a phone's."""
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.command("Emulation.setEmulatedMedia", features=[scheme])
        size = {"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": width < 500}
        self.command("Emulation.setDeviceMetricsOverride", **size)
        self.driver.get("about:blank")
        self.driver.get(path.as_uri() + fragment)

    def command(self, name: str, **parameters: Any) -> dict[str, Any]:
        found: dict[str, Any] = self.driver.execute_cdp_cmd(name, parameters)
        return found

    def ask(self, script: str, *arguments: Any) -> Any:
        """What an expression of JavaScript is on this page."""
        return self.driver.execute_script(f"return {script}", *arguments)

    def click(self, selector: str) -> None:
        """Click the first element that a reader sees of those that the selector names."""
        found = next(
            element for element in self.driver.find_elements("css selector", selector) if element.is_displayed()
        )
        self.driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", found)
        found.click()

    def until(self, script: str) -> None:
        """Wait until an expression is true."""
        end = time.monotonic() + 5
        while not self.ask(script):
            assert time.monotonic() < end, script
            time.sleep(0.02)

    def requests(self, path: Path) -> list[str]:
        """The addresses that the page of this file asked for since the last call; the browser's own are others."""
        messages = [json.loads(entry["message"])["message"] for entry in self.driver.get_log("performance")]
        sent = [m["params"] for m in messages if m["method"] == "Network.requestWillBeSent"]
        return [s["request"]["url"] for s in sent if s["documentURL"].startswith(path.as_uri())]

    def printed(self, path: Path) -> str:
        """The words of the page on paper (A4, no backgrounds), none beyond its edge; `path` gets the PDF."""
        size = {"paperWidth": 8.27, "paperHeight": 11.69}
        path.write_bytes(base64.b64decode(self.command("Page.printToPDF", **size)["data"]))
        boxes = outputs.run(outputs.tool("pdftotext"), "-bbox", str(path), "-").stdout
        words = re.findall(r'<word xMin="([^"]*)" yMin="[^"]*" xMax="([^"]*)" yMax="[^"]*">(.*?)</word>', boxes)
        assert all(float(left) >= 0 and float(right) <= 8.27 * 72 for left, right, _ in words)
        return "\n".join([word for _, _, word in words])

    def violations(self, source: str) -> list[tuple[str, str]]:
        """What axe complains of, with the first place."""
        self.driver.execute_script(source)
        script = "const done = arguments[0]; axe.run(document, {resultTypes: ['violations']}).then(done, done)"
        found = self.driver.execute_async_script(script)
        return [(v["id"], v["nodes"][0]["html"][:300]) for v in found["violations"]]


class Node:
    """An element of a page: tag, attributes, children (texts and elements)."""

    def __init__(self, tag: str, attributes: dict[str, str | None]) -> None:
        self.tag = tag
        self.attributes = attributes
        self.children: list[Node | str] = []

    def all(self, *tags: str) -> Iterator[Node]:
        """The elements below that have one of these tags, or any."""
        for child in self.children:
            if isinstance(child, Node):
                if not tags or child.tag in tags:
                    yield child
                yield from child.all(*tags)

    @property
    def text(self) -> str:
        return "".join([child if isinstance(child, str) else child.text for child in self.children])

    def has(self, name: str) -> bool:
        """Whether the element has this class."""
        return name in (self.attributes.get("class") or "").split()


class _Parser(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.open = [Node("", {})]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "li" and self.open[-1].tag == "li":
            self.open.pop()
        node = Node(tag, dict(attrs))
        self.open[-1].children.append(node)
        if tag not in VOID:
            self.open.append(node)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open[-1].children.append(Node(tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        if tag == "ul" and self.open[-1].tag == "li":
            self.open.pop()
        assert self.open[-1].tag == tag, f"</{tag}> closes <{self.open[-1].tag}>"
        self.open.pop()

    def handle_data(self, data: str) -> None:
        self.open[-1].children.append(data)


def tree(page: str) -> Node:
    """A page as a tree. An element that is not closed, or closed twice, is an error."""
    parser = _Parser()
    parser.feed(page)
    parser.close()
    assert len(parser.open) == 1, parser.open[-1].tag
    return parser.open[0]
