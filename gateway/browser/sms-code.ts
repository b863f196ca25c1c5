import { element, show } from './elements.ts'
import { onPress } from './form.ts'
import { filled, texts } from './texts.ts'

/** The buttons of a form that switch it between codes of the app and codes by SMS. `send` returns where the code was sent. */
export function openSmsButtons(
  form: HTMLFormElement,
  id: string,
  { isOffered, send }: { isOffered: boolean; send: () => Promise<string> },
): { usesSms: () => boolean } {
  const [sendSms, useApp] = [
    element('button', `#${id}-send-sms`, form),
    element('button', `#${id}-use-app`, form),
  ]
  const input = element('input', `#${id}-code`, form)
  const hint = element('p', `#${id}-code-hint`, form)
  const sent = element('p', `#${id}-sms-sent`, form)
  const appHint = hint.textContent
  let usesSms = false
  const showMethod = (phone = '') => {
    hint.textContent = usesSms ? texts.smsHint : appHint
    show(sent, usesSms ? filled(texts.smsSent, { phone }) : '')
    useApp.hidden = !usesSms
    input.value = ''
    input.focus()
  }
  sendSms.hidden = !isOffered
  useApp.hidden = true
  onPress(sendSms, form, async () => {
    const phone = await send()
    usesSms = true
    showMethod(phone)
  })
  useApp.onclick = () => {
    usesSms = false
    showMethod()
  }
  return { usesSms: () => usesSms }
}
