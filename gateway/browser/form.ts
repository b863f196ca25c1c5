import { GatehouseError } from '@gatehouse/client'
import { create, element, show } from './elements.ts'
import { explain, explainField, secondsUntilRetry } from './errors.ts'
import { filled, texts } from './texts.ts'

/** Sends the form without loading a page, and shows the errors of `send`. */
export function onSubmit(form: HTMLFormElement, send: (values: FormData) => Promise<void>): void {
  const button = element('button', ':not([type])', form)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void sendOnce(form, button, () => send(new FormData(form)))
  })
}

/** The same for a button that sends something else than the form it is in. */
export function onPress(button: HTMLButtonElement, form: HTMLFormElement, send: () => Promise<void>): void {
  button.onclick = () => void sendOnce(form, button, send)
}

async function sendOnce(
  form: HTMLFormElement,
  button: HTMLButtonElement,
  send: () => Promise<void>,
): Promise<void> {
  if (button.ariaDisabled === 'true') return
  button.ariaDisabled = 'true'
  form.ariaBusy = 'true'
  showErrors(form)
  // It belongs to what was sent before.
  show(element('p', '#notice'), '')
  try {
    await send()
  } catch (error) {
    showErrors(form, error)
    form.ariaBusy = null
    if (error instanceof GatehouseError && error.code === 'RATE_LIMITED')
      await countDown(button, secondsUntilRetry(error))
  } finally {
    form.ariaBusy = null
    button.ariaDisabled = null
  }
}

/** Shows an error in the summary of the form and beside its fields; without an error removes both. */
export function showErrors(form: HTMLFormElement, error?: unknown): void {
  const problems = problemsOf(error)
  const summary = element('div', '.summary', form)
  const isShared = new Set(Object.values(problems)).size === 1 && Object.keys(problems).length > 1
  for (const input of form.querySelectorAll<HTMLInputElement>('input[name]')) {
    const problem = problems[input.name] ?? ''
    const text = form.querySelector<HTMLElement>(`#${input.id}-error`)
    if (text) show(text, isShared ? '' : problem)
    if (problem) input.ariaInvalid = 'true'
    else input.removeAttribute('aria-invalid')
  }
  const content = error === undefined ? [] : summaryOf(form, problems, error)
  summary.replaceChildren(...content)
  summary.hidden = content.length === 0
  if (content.length > 0) summary.focus()
}

/** The error of an empty field that the API would accept. */
export function missing(field: string): GatehouseError {
  const problem = { path: field, code: 'REQUIRED', message: '' } as const
  return new GatehouseError({
    status: 0,
    code: 'INVALID_FORM_BODY',
    message: '',
    fields: { [field]: problem },
  }) as GatehouseError
}

function problemsOf(error: unknown): Record<string, string> {
  if (!(error instanceof GatehouseError)) return {}
  return Object.fromEntries(
    Object.entries(error.fields).map(([path, problem]) => [path, explainField(problem)]),
  )
}

/** One text, or a list of links to the invalid fields. */
function summaryOf(form: HTMLFormElement, problems: Record<string, string>, error: unknown): Node[] {
  const inputs = [...form.querySelectorAll<HTMLInputElement>('input[name]')]
  const items = inputs.flatMap((input) =>
    problems[input.name] ? [{ input, text: problems[input.name] ?? '' }] : [],
  )
  const [first, ...others] = items
  if (!first) return [create('p', {}, Object.values(problems)[0] ?? explain(error))]
  if (others.every(({ text }) => text === first.text)) return [create('p', {}, linkTo(first))]
  const list = create('ul', {}, ...items.map((item) => create('li', {}, linkTo(item))))
  return [create('p', {}, texts.checkFields), list]
}

function linkTo({ input, text }: { input: HTMLInputElement; text: string }): HTMLAnchorElement {
  const link = create('a', { href: `#${input.id}` }, text)
  link.addEventListener('click', (event) => {
    event.preventDefault()
    input.focus()
  })
  return link
}

export async function countDown(
  button: HTMLButtonElement,
  seconds: number,
  text = texts.wait,
): Promise<void> {
  const label = button.textContent
  for (let left = seconds; left > 0; left -= 1) {
    button.textContent = filled(text, { seconds: left })
    await new Promise((resolve) => setTimeout(resolve, 1_000))
  }
  button.textContent = label
}
