/**
 * The script of the page. Tokens stay in memory; the secret of a receiver is an HttpOnly cookie. Links have the code after #, so that
 * no server receives or logs it.
 */
export const script = `import encodeQR from './qr.js'

const pollIntervalMs = 1500
const at = (id) => document.getElementById(id)
const showState = (text) => { at('state').textContent = text }
let session = null
let pollId = 0

async function request(method, path, { body, isAnonymous = false } = {}) {
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

function useSession(received) {
  session = received
  at('who').textContent = 'Signed in as account ' + session.user_id + '.'
  at('sign-in').hidden = true
  for (const id of ['give', 'look']) at(id).disabled = false
}

function showCode(code, role) {
  const link = new URL('#' + role + '=' + code, location.href).href
  at('code').value = code
  at('link').textContent = at('link').href = link
  at('qr').src = 'data:image/svg+xml,' + encodeURIComponent(encodeQR(link, 'svg'))
  at('typed').value = code
  at('shown').hidden = false
}

/** Polls until the handoff ends. A receiver polls without its session, if it has one. */
async function follow(code, isReceiver) {
  const id = ++pollId
  showState(isReceiver ? 'Waiting for approval in the other window.' : 'Waiting for the other window to receive the session.')
  while (id === pollId) {
    const { status, ...received } = await request('GET', codePath(code) + '/status', { isAnonymous: isReceiver })
    if (id !== pollId) return
    if (received.token) {
      useSession(received)
      return end('This window now has its own session.')
    }
    if (status === 'completed') showState('Session shared. The other window is signing in.')
    if (status === 'expired') return end('This code is expired or already used.')
    await new Promise((resolve) => setTimeout(resolve, pollIntervalMs))
  }
}

function end(message) {
  pollId += 1
  at('shown').hidden = true
  at('confirm').disabled = true
  at('asks').textContent = ''
  showState(message)
}

async function begin(role) {
  const isReceiver = role === 'receive'
  const { code } = await request('POST', 'handoff/initiate', { isAnonymous: isReceiver })
  showCode(code, isReceiver ? 'give' : 'receive')
  await follow(code, isReceiver)
}

async function look() {
  at('confirm').disabled = true
  const { client_info: device } = await request('GET', codePath(at('typed').value))
  at('confirm').disabled = device === null
  at('asks').textContent = device === null ? 'No device has opened this code yet.' : describe(device)
}

function describe({ browser, os, platform, location }) {
  const place = location && [location.city, location.region, location.country].filter(Boolean).join(', ')
  return [browser ?? 'An unknown browser', os && 'on ' + os, platform && '(' + platform + ')', place && 'in ' + place]
    .filter(Boolean)
    .join(' ')
}

async function confirm() {
  at('confirm').disabled = true
  await request('POST', 'handoff/complete', { body: { code: at('typed').value, ...session } })
  showState('Session shared. The other window is signing in.')
}

async function signIn(event) {
  event.preventDefault()
  const { token, user_id } = await request('POST', 'login', { body: { email: at('email').value, password: at('password').value } })
  useSession({ token, user_id })
  at('password').value = ''
  if (location.hash.startsWith('#give=')) await look()
}

async function cancel() {
  await request('DELETE', codePath(at('code').value))
  end('Cancelled.')
}

/** Runs a handler and shows its error. */
function on(id, event, handler) {
  at(id).addEventListener(event, (...args) => handler(...args).catch((error) => showState(error.message)))
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
  showState(role === 'give' ? 'Sign in to see the receiving device.' : 'Select "Receive the session" when you are ready.')
}
`
