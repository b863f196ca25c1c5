import { element } from './elements.ts'
import { texts } from './texts.ts'

/** Buttons that show the password, whether it is long enough, and the hint while Caps Lock is on. */
export function watchPasswords(): void {
  for (const box of document.querySelectorAll<HTMLElement>('.password')) {
    const input = element('input', '', box)
    const button = element('button', '.reveal', box)
    const labels = { show: button.textContent, showPassword: button.ariaLabel }
    const reveal = (isVisible: boolean) => {
      input.type = isVisible ? 'text' : 'password'
      button.textContent = isVisible ? texts.hide : labels.show
      button.ariaLabel = isVisible ? texts.hidePassword : labels.showPassword
    }
    button.addEventListener('click', () => reveal(input.type === 'password'))
    // Browsers store a password only from a field of type password.
    input.form?.addEventListener('submit', () => reveal(false))
    input.form?.addEventListener('reset', () => reveal(false))
    const rule = box.parentElement?.querySelector<HTMLElement>('.rule')
    if (rule) watchLength(input, rule)
    const hint = element('p', `#${input.id}-caps`)
    input.addEventListener('keyup', (event) => {
      hint.hidden = !event.getModifierState('CapsLock')
    })
    input.addEventListener('blur', () => {
      hint.hidden = true
    })
  }
}

/** The API counts code points of the normalized password. */
function watchLength(input: HTMLInputElement, rule: HTMLElement): void {
  input.addEventListener('input', () => {
    const { length } = [...input.value.normalize('NFC')]
    rule.classList.toggle('met', length >= Number(rule.dataset.min))
  })
  input.form?.addEventListener('reset', () => rule.classList.remove('met'))
}
