import { copy } from './copy.ts'
import { confirmed } from './dialog.ts'
import { create, element, show } from './elements.ts'
import { reportFailure } from './failure.ts'
import { gatehouse } from './gatehouse.ts'
import { filled, texts } from './texts.ts'

let newCodes: string[] = []

export function openCodesSection(): void {
  element('button', '#count-codes').addEventListener('click', () => reportFailure(count))
  element('button', '#replace-codes').addEventListener('click', () => reportFailure(replace))
  element('button', '#copy-codes').addEventListener('click', () => copy(newCodes.join('\n')))
  element('button', '#download-codes').addEventListener('click', download)
  element('button', '#print-codes').addEventListener('click', () => print())
  element('button', '#codes-saved').addEventListener('click', () => {
    hideNewCodes()
    element('h2', '#codes-title').focus()
  })
}

export function showCodesSection(hasFactor: boolean): void {
  element('section', '#codes').hidden = !hasFactor
  show(element('p', '#codes-left'), '')
  if (!hasFactor) hideNewCodes()
}

export function showNewCodes(codes: string[]): void {
  newCodes = codes
  showCodesSection(true)
  element('ul', '#code-list').replaceChildren(...codes.map((code) => create('li', { textContent: code })))
  element('div', '#new-codes').hidden = false
  element('div', '#codes-actions').hidden = true
  element('h3', '#new-codes-title').focus()
}

function hideNewCodes(): void {
  newCodes = []
  element('ul', '#code-list').replaceChildren()
  element('div', '#new-codes').hidden = true
  element('div', '#codes-actions').hidden = false
}

async function count(): Promise<void> {
  const { backup_codes } = await gatehouse.post('/users/@me/mfa/backup-codes', {
    body: { regenerate: false },
  })
  const left = backup_codes.filter(({ consumed }) => !consumed).length
  show(element('p', '#codes-left'), filled(texts.security.codesLeft, { left, count: backup_codes.length }))
}

async function replace(): Promise<void> {
  if (!(await confirmed(element('dialog', '#replace-codes-dialog')))) return
  const { backup_codes } = await gatehouse.post('/users/@me/mfa/backup-codes', { body: { regenerate: true } })
  showNewCodes(backup_codes.map(({ code }) => code))
  show(element('p', '#notice'), texts.security.codesReplaced)
}

function download(): void {
  const title = filled(texts.security.codesFileTitle, { account: element('strong', '#email').textContent })
  const href = URL.createObjectURL(new Blob([`${title}\n\n${newCodes.join('\n')}\n`], { type: 'text/plain' }))
  create('a', { href, download: 'backup-codes.txt' }).click()
  setTimeout(() => URL.revokeObjectURL(href), 1_000)
}
