// Requests to the server: streams of messages, one per line, and single answers.

export class Refused extends Error {
  constructor(faults) {
    super(faults.map((fault) => fault.message).join("; "));
    this.faults = faults;
  }
}

async function post(path, body, signal) {
  const headers = { "Content-Type": "application/json" };
  let answer;
  try {
    answer = await fetch(path, { method: "POST", headers, body: JSON.stringify(body), signal });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Refused([{ part: "", field: "", message: "the server does not answer; is it still running?" }]);
  }
  if (answer.ok) return answer;
  let told;
  try { told = await answer.json(); } catch { told = {}; }
  throw new Refused(told.faults ?? [{ part: "", field: "", message: `the server answered ${answer.status}` }]);
}

export async function ask(path, body, signal) {
  return (await post(path, body, signal)).json();
}

// Calls receive(message) for every message; ends with the stream, throws what the server refused.
export async function stream(path, body, signal, receive) {
  const answer = await post(path, body, signal);
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const lines = (rest + value).split("\n");
    rest = lines.pop();
    for (const line of lines) {
      const message = JSON.parse(line);
      if (message.type === "refused") throw new Refused(message.faults);
      receive(message);
    }
  }
}
