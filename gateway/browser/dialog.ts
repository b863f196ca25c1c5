import { element } from './elements.ts'

/** Opens a dialog; resolves with true after its confirmation, with false if it was closed. */
export function confirmed(dialog: HTMLDialogElement): Promise<boolean> {
  dialog.returnValue = ''
  element('button', '[data-close]', dialog).onclick = () => dialog.close()
  dialog.showModal()
  return new Promise((resolve) => {
    dialog.onclose = () => resolve(dialog.returnValue === 'confirm')
  })
}
