// Source locations, opened in an editor on the machine of the app.

import { command } from "./connection.js";
import { make } from "./dom.js";

const schemes = { "VS Code": "vscode", Cursor: "cursor", Zed: "zed", "Copy the path": "" };

/** The choice of the editor, which the browser remembers. */
export const choice = make("select", { "aria-label": "Editor", change: () => { localStorage.editor = choice.value; } },
  ...Object.keys(schemes).map((name) => make("option", {}, name)));
choice.value = localStorage.editor in schemes ? localStorage.editor : "VS Code";

/** Opens a source location, and returns what is to be said of it. */
export async function edit(at) {
  const { path, line } = JSON.parse(await command("source", { at }));
  const scheme = schemes[choice.value];
  // The path is that of a file that the app has found. After the scheme, it cannot name another address.
  if (scheme) open(`${scheme}://file${path.split("/").map(encodeURIComponent).join("/")}:${line}`, "_self");
  else await navigator.clipboard.writeText(`${path}:${line}`).catch(() => {});
  return `${path}:${line}`;
}
