import type { StepUpChallenge } from '@gatehouse/client'
import { confirmed } from './dialog.ts'
import { element } from './elements.ts'
import { showErrors } from './form.ts'

/** Asks for the password before a sensitive change; undefined cancels the change. */
export async function askForPassword({ error }: StepUpChallenge): Promise<{ password: string } | undefined> {
  const dialog = element('dialog', '#step-up')
  const form = element('form', '', dialog)
  const input = element('input', '#step-up-password')
  input.value = ''
  const answer = confirmed(dialog)
  showErrors(form, error)
  input.focus()
  const password = (await answer) ? input.value : undefined
  form.reset()
  return password === undefined ? undefined : { password }
}
