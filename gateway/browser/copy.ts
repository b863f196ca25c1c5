import { element, show } from './elements.ts'
import { texts } from './texts.ts'

export async function copy(text: string): Promise<void> {
  const { copied, notCopied } = texts.security
  // Pages of plain http have no clipboard.
  const { clipboard }: { clipboard?: Clipboard } = navigator
  const isCopied = await clipboard?.writeText(text).then(
    () => true,
    () => false,
  )
  show(element('p', '#notice'), isCopied ? copied : notCopied)
}
