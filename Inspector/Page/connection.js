// The app: its stream of events, its tables and its commands.

const token = location.hash.slice(1);

// Another fragment has the token of an app that was started again.
addEventListener("hashchange", () => location.reload());

const headers = { "X-Signalbox-Token": token };

export const hasToken = token.length > 0;

async function fetched(path) {
  const answer = await fetch(path, { headers });
  if (!answer.ok) throw new Error(await answer.text());
  return answer;
}

/** Asks for JSON. */
export const ask = async (path) => (await fetched(path)).json();

/** Asks for a file. */
export const download = async (path) => (await fetched(path)).blob();

/** Sends a command, and returns the text of the answer. */
export async function command(name, content = {}) {
  const body = JSON.stringify(content);
  const answer = await fetch("/api/" + name, { method: "POST", headers, body });
  const text = await answer.text();
  if (!answer.ok) throw new Error(text || answer.statusText);
  return text;
}

/** Follows the stream, and begins again when the app was started again. */
export async function follow({ message, state, status }) {
  for (;;) {
    try {
      const answer = await fetch("/api/live", { headers });
      if (!answer.ok) {
        status("gone", await answer.text());
        if (answer.status === 403) return;
      } else {
        status("live", "live");
        await read(answer.body, { message, state });
        status("gone", "the app has ended");
      }
    } catch {
      status("gone", "the app does not answer");
    }
    await new Promise((done) => setTimeout(done, 1000));
  }
}

async function read(body, { message, state }) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  // A stream begins with all events that are recorded.
  message({ cleared: true, reset: true, texts: [], rows: [] });
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const parts = (rest + value).split("\n\n");
    rest = parts.pop();
    for (const part of parts) {
      const data = part.slice(part.indexOf("data: ") + 6);
      if (part.startsWith("event: state")) state(JSON.parse(data));
      else if (part.startsWith("data: ")) message(JSON.parse(data));
    }
  }
}
