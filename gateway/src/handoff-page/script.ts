/**
 * What runs in the page. Tokens stay in its memory; the secret of a receiver is an HttpOnly cookie, which no script sees. A link carries
 * its code behind #, so that it reaches no server and no log.
 */
export const script = `import encodeQR from './qr.js'

const pollEveryMs = 1500
const at = (id) => document.getElementById(id)
const say = (text) => { at('state').textContent = text }
let session = null
let round = 0

async function ask(method, path, { body, isAnonymous = false } = {}) {
  const response = await fetch(new URL('../auth/' + path, import.meta.url), {
    method,
    headers: {
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(session && !isAnonymous ? { authorization: session.token } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const text = await response.text()
  const answer = text ? JSON.parse(text) : {}
  if (!response.ok) throw new Error(answer.code + ': ' + answer.message)
  return answer
}

const codePath = (code) => 'handoff/' + encodeURIComponent(code)

function signedIn(gained) {
  session = gained
  at('who').textContent = 'Signed in as account ' + session.user_id + '.'
  at('sign-in').hidden = true
  for (const id of ['give', 'look']) at(id).disabled = false
}

function show(code, role) {
  const link = new URL('#' + role + '=' + code, location.href).href
  at('code').value = code
  at('link').textContent = at('link').href = link
  at('qr').src = 'data:image/svg+xml,' + encodeURIComponent(encodeQR(link, 'svg'))
  at('typed').value = code
  at('shown').hidden = false
}

/** Asks until the handoff has ended; a receiver asks without the session it may have. */
async function follow(code, isReceiver) {
  const mine = ++round
  say(isReceiver ? 'Waiting for the other window to agree.' : 'Waiting for the other window to ask.')
  while (mine === round) {
    const { status, ...gained } = await ask('GET', codePath(code) + '/status', { isAnonymous: isReceiver })
    if (mine !== round) return
    if (gained.token) {
      signedIn(gained)
      return end('This window has a session of its own now.')
    }
    if (status === 'completed') say('Given. The other window fetches it.')
    if (status === 'expired') return end('This code is used up or too old.')
    await new Promise((resolve) => setTimeout(resolve, pollEveryMs))
  }
}

function end(words) {
  round += 1
  at('shown').hidden = true
  at('confirm').disabled = true
  at('asks').textContent = ''
  say(words)
}

async function begin(role) {
  const isReceiver = role === 'receive'
  const { code } = await ask('POST', 'handoff/initiate', { isAnonymous: isReceiver })
  show(code, isReceiver ? 'give' : 'receive')
  await follow(code, isReceiver)
}

async function look() {
  at('confirm').disabled = true
  const { client_info: device } = await ask('GET', codePath(at('typed').value))
  at('confirm').disabled = device === null
  at('asks').textContent = device === null ? 'Nobody yet.' : describe(device)
}

function describe({ browser, os, platform, location }) {
  const place = location && [location.city, location.region, location.country].filter(Boolean).join(', ')
  return [browser ?? 'An unknown browser', os && 'on ' + os, platform && '(' + platform + ')', place && 'in ' + place]
    .filter(Boolean)
    .join(' ')
}

async function confirm() {
  at('confirm').disabled = true
  await ask('POST', 'handoff/complete', { body: { code: at('typed').value, ...session } })
  say('Given. The other window fetches it.')
}

async function signIn(event) {
  event.preventDefault()
  const { token, user_id } = await ask('POST', 'login', { body: { email: at('email').value, password: at('password').value } })
  signedIn({ token, user_id })
  at('password').value = ''
  if (location.hash.startsWith('#give=')) await look()
}

async function cancel() {
  await ask('DELETE', codePath(at('code').value))
  end('Cancelled.')
}

/** Runs a step when asked to, and says what went wrong. */
function on(id, event, step) {
  at(id).addEventListener(event, (...given) => step(...given).catch((error) => say(error.message)))
}

on('sign-in', 'submit', signIn)
on('receive', 'click', () => begin('receive'))
on('give', 'click', () => begin('give'))
on('claim', 'click', () => follow(at('typed').value, true))
on('look', 'click', look)
on('confirm', 'click', confirm)
on('cancel', 'click', cancel)

const [, role, code] = /^#(give|receive)=(.+)$/.exec(location.hash) ?? []
if (code) {
  at('typed').value = decodeURIComponent(code)
  say(role === 'give' ? 'Sign in to see who asks.' : 'Get the session offered when you are ready.')
}
`
