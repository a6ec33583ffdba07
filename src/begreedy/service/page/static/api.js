// Questions to the server, with the token that it asks for: kept in this tab, never in an address.

import { byId } from "./page.js";

const KEY = "begreedy-token";
let token = null;
try { token = sessionStorage.getItem(KEY); } catch { /* no storage: ask again next time */ }

export class Refused extends Error {
  constructor(status, error) {
    super(error?.message ?? `the server answered ${status}`);
    Object.assign(this, { status, field: error?.field });
  }
}

function keep(text) {
  token = text;
  try { sessionStorage.setItem(KEY, text); } catch { /* for this page only */ }
}

let asking = null;

// Ask for a token, once for all who wait for it.
function askToken(wrong) {
  asking ??= new Promise((resolve) => {
    const [dialog, form, fault] = [byId("token-dialog"), byId("token-form"), byId("token-fault")];
    fault.hidden = !wrong;
    fault.textContent = wrong ? "This token is not known here." : "";
    dialog.addEventListener("cancel", (event) => event.preventDefault(), { once: true });
    form.onsubmit = () => {
      keep(byId("token").value.trim());
      byId("token").value = "";
      asking = null;
      resolve();
    };
    dialog.showModal();
  });
  return asking;
}

async function send(path, options) {
  // Without credentials the browser itself never asks for a name and a password.
  const headers = { ...(token ? { Authorization: `Bearer ${token}` } : {}), ...options.headers };
  return fetch(path, { credentials: "omit", cache: "no-store", ...options, headers });
}

async function answered(path, options = {}) {
  let answer = await send(path, options);
  while (answer.status === 401) {
    await askToken(token !== null);
    answer = await send(path, options);
  }
  const body = await answer.json().catch(() => null);
  if (!answer.ok) throw new Refused(answer.status, body?.error);
  return body;
}

export const get = (path, signal) => answered(path, { signal });

export const post = (path, body) => answered(path, {
  method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
});

export const bandit = (name) => `/bandits/${encodeURIComponent(name)}`;
