/** A demo of session handoffs for two browser windows. Its URLs are relative, so that it also works under /v1. */
export const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>Session handoff</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="handoff/page.css">
</head>
<body>
<h1>Session handoff</h1>
<p>Open this page in two browser windows, one of them private. Sign in to one of them. The other one gets a new session.</p>

<form id="sign-in">
<label>Email <input id="email" type="email" autocomplete="username" required></label>
<label>Password <input id="password" type="password" autocomplete="current-password" required></label>
<button>Sign in</button>
</form>
<p id="who" role="status">You are not signed in in this window.</p>

<section>
<h2>Start a handoff</h2>
<button id="receive">Receive a session in this window</button>
<button id="give" disabled>Share the session of this window</button>
<figure id="shown" hidden>
<output id="code"></output>
<img id="qr" alt="QR code of the link below">
<figcaption>Open <a id="link"></a> in the other window, or scan the code.</figcaption>
<button id="cancel">Cancel</button>
</figure>
</section>

<section>
<h2>Enter a code</h2>
<label>Code <input id="typed" autocomplete="off" spellcheck="false" maxlength="32"></label>
<button id="claim">Receive the session</button>
<button id="look" disabled>Show the receiving device</button>
<p id="asks"></p>
<button id="confirm" disabled>Share the session</button>
</section>

<p id="state" role="status"></p>
<noscript>This page requires JavaScript.</noscript>
<script type="module" src="handoff/page.js"></script>
</body>
</html>
`

export const style = `body { font: 1rem/1.5 system-ui, sans-serif; max-width: 40rem; margin: 2rem auto; padding: 0 1rem }
form, section { border: 1px solid #8888; border-radius: .5rem; padding: .5rem 1rem; margin: 1rem 0 }
label { display: inline-block; margin-right: 1rem }
figure { margin: 1rem 0 }
output { display: block; font: 700 2rem/1.5 ui-monospace, monospace }
#qr { display: block; width: 14rem; height: 14rem; image-rendering: pixelated }
[hidden] { display: none }
`
