import { element } from './elements.ts'
import { showErrors } from './form.ts'

/** Opens a dialog; resolves with true after its confirmation, with false if it was closed. */
export function confirmed(dialog: HTMLDialogElement): Promise<boolean> {
  dialog.returnValue = ''
  open(dialog)
  return new Promise((resolve) => {
    dialog.onclose = () => resolve(dialog.returnValue === 'confirm')
  })
}

/** Opens a dialog that closes after its form was sent. */
export function openForm(dialog: HTMLDialogElement): void {
  const form = element('form', '', dialog)
  form.reset()
  showErrors(form)
  open(dialog)
}

function open(dialog: HTMLDialogElement): void {
  element('button', '[data-close]', dialog).onclick = () => dialog.close()
  dialog.showModal()
}
