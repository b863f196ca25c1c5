import type { StepUpChallenge } from '@gatehouse/client'
import { button, element, paragraph } from './dom.ts'

/** Asks for the password before a sensitive change; undefined cancels the change. */
export function askForPassword({ error }: StepUpChallenge): Promise<{ password: string } | undefined> {
  const input = element('input', { type: 'password', autocomplete: 'current-password', required: true })
  const problem = element('p', { role: 'alert' }, error?.fields.password?.message ?? '')
  const label = element('label', {}, 'Your password', input)
  return openDialog('Confirm that it is you', [label, problem], () => ({ password: input.value }))
}

export async function confirm(question: string): Promise<boolean> {
  return (await openDialog(question, [], () => true)) ?? false
}

/** Resolves with undefined if the user cancels. */
function openDialog<Result>(
  title: string,
  content: Node[],
  result: () => Result,
): Promise<Result | undefined> {
  const dialog = element('dialog')
  const form = element('form', { method: 'dialog' }, paragraph(title), ...content)
  form.append(
    element('button', { value: 'confirm' }, 'Confirm'),
    button('Cancel', () => dialog.close()),
  )
  dialog.append(form)
  document.body.append(dialog)
  dialog.showModal()
  return new Promise((resolve) => {
    dialog.onclose = () => {
      dialog.remove()
      resolve(dialog.returnValue === 'confirm' ? result() : undefined)
    }
  })
}
