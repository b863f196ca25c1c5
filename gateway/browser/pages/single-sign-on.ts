import { GatehouseError, type SsoConfigResponse, type SsoConfigTestResponse } from '@gatehouse/client'
import { confirmed } from '../dialog.ts'
import { create, element, show } from '../elements.ts'
import { reportFailure } from '../failure.ts'
import { onSubmit } from '../form.ts'
import { gatehouse } from '../gatehouse.ts'
import { currentPath, openPage } from '../navigation.ts'
import { isCallbackPage, recordStarted } from '../sso-started.ts'
import { takeTestResult } from '../sso-test-result.ts'
import { filled, texts } from '../texts.ts'

const textNames = [
  'issuer',
  'client_id',
  'display_name',
  'scope',
  'authorization_url',
  'token_url',
  'userinfo_url',
  'jwks_url',
  'redirect_uri',
] as const

type SsoSettings = ReturnType<typeof settingsIn>

/** What the page showed last. */
let shown: Partial<SsoSettings> = {}

export function openSingleSignOn(isSignedIn: boolean): boolean {
  if (!isSignedIn) {
    openPage('sign-in')
    return false
  }
  onSubmit(element('form', '#settings-form'), save)
  onSubmit(element('form', '#test-form'), test)
  onSubmit(element('form', '#sign-in-form'), signInAsTest)
  void reportFailure(load)
  return true
}

async function load(): Promise<void> {
  try {
    await showSettings(await gatehouse.get('/admin/sso-config'))
    element('div', '#settings').hidden = false
    const result = takeTestResult()
    if (result) showResult(result)
  } catch (error) {
    const isRejected = error instanceof GatehouseError && error.code === 'MISSING_PERMISSIONS'
    if (!isRejected) throw error
    show(element('p', '#failure'), texts.sso.notAdministrator)
  }
}

/** Leaves the fields as they are if they were edited after `sent`; those of the secret are always empty. */
async function showSettings(config: SsoConfigResponse, sent?: SsoSettings): Promise<void> {
  const { enforced, redirect_uri } = await gatehouse.get('/auth/sso/status')
  element('div', '#stored-secret').hidden = !config.client_secret_set
  element('p', '#callback').textContent = redirect_uri
  element('form', '#sign-in-form').hidden = !isCallbackPage(redirect_uri)
  element('p', '#logout').textContent = `${gatehouse.baseUrl}/auth/sso/backchannel-logout`
  const form = element('form', '#settings-form')
  if (sent && !isSame(settingsIn(new FormData(form)), sent)) {
    const { client_secret: _secret, ...others } = sent
    shown = others
    element('input', '#client_secret').value = ''
    element('input', '[name=clear_secret]', form).checked = false
    return
  }
  form.reset()
  for (const name of textNames) element('input', `#${name}`).value = config[name] ?? ''
  element('input', '#allowed_domains').value = config.allowed_domains.join(' ')
  const flags = { auto_provision: config.auto_provision, enabled: config.enabled, enforced }
  for (const [name, isOn] of Object.entries(flags)) element('input', `[name=${name}]`, form).checked = isOn
  shown = settingsIn(new FormData(form))
}

function settingsIn(values: FormData) {
  const text = (name: string) => String(values.get(name) ?? '').trim()
  const secret = text('client_secret')
  return {
    ...Object.fromEntries(textNames.map((name) => [name, text(name) || null])),
    ...(secret !== '' && { client_secret: secret }),
    ...(values.has('clear_secret') && { client_secret: null }),
    allowed_domains: text('allowed_domains')
      .split(/[\s,]+/)
      .filter(Boolean),
    auto_provision: values.has('auto_provision'),
    enabled: values.has('enabled'),
    enforced: values.has('enforced'),
  }
}

/** Changed settings only: `enforced` is shown as off while single sign-on is disabled, and another person may have changed the others. */
async function save(values: FormData): Promise<void> {
  const before: Record<string, unknown> = shown
  const sent = settingsIn(values)
  const changed = Object.entries(sent).filter(([name, value]) => !isSame(value, before[name]))
  const { enforced, ...others } = Object.fromEntries(changed)
  const isEnforcing = enforced === true
  // The others first: the accounts are counted by what is stored.
  if (!isEnforcing || Object.keys(others).length > 0)
    await gatehouse.patch('/admin/sso-config', { body: isEnforcing ? others : Object.fromEntries(changed) })
  const isWanted = isEnforcing && (await confirmEnforced())
  if (isWanted) await gatehouse.patch('/admin/sso-config', { body: { enforced } })
  await showSettings(await gatehouse.get('/admin/sso-config'), isEnforcing && !isWanted ? undefined : sent)
  showChecks([])
  show(element('p', '#notice'), texts.sso.saved)
}

/** Says who could not sign in any more. */
async function confirmEnforced(): Promise<boolean> {
  const { accounts } = await gatehouse.post('/admin/sso-config/test')
  element('p', '#enforce-accounts').textContent = accountsText(accounts)
  return confirmed(element('dialog', '#enforce-dialog'))
}

function accountsText(accounts: SsoConfigTestResponse['accounts']): string {
  if (!accounts) return texts.sso.notCounted
  const { linked, linkable, locked_out: locked } = accounts
  return filled(texts.sso.accounts, { linked, linkable, locked })
}

async function signInAsTest(): Promise<void> {
  const { authorization_url, state } = await gatehouse.post('/admin/sso-config/test/start')
  recordStarted({ state, path: currentPath(), notice: texts.sso.tested, purpose: 'test' })
  location.assign(authorization_url)
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

type Check = { name: string; ok: boolean; message: string }

async function test(): Promise<void> {
  showResult(await gatehouse.post('/admin/sso-config/test'))
}

function showResult({ ok, checks, accounts }: SsoConfigTestResponse): void {
  showChecks(checks)
  show(element('p', '#test-result'), ok ? texts.sso.works : texts.sso.fails)
  show(element('p', '#accounts'), accounts ? accountsText(accounts) : '')
}

/** The messages are in English only. */
function showChecks(checks: Check[]): void {
  const names: Partial<Record<string, string>> = texts.sso.checks
  const { ok: good, failed } = texts.sso
  show(element('p', '#test-result'), '')
  show(element('p', '#accounts'), '')
  const list = element('ul', '#checks')
  list.hidden = checks.length === 0
  list.replaceChildren(
    ...checks.map(({ name, ok, message }) =>
      create(
        'li',
        { className: 'session' },
        create(
          'div',
          { className: 'details' },
          create('h3', { className: 'name' }, names[name] ?? name),
          create('p', { lang: 'en' }, message),
        ),
        create('span', { className: ok ? 'badge' : 'badge off' }, ok ? good : failed),
      ),
    ),
  )
}
