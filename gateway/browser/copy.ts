import { element, show } from './elements.ts'
import { texts } from './texts.ts'

export async function copy(text: string): Promise<void> {
  const { copied, notCopied } = texts.security
  const isCopied = await navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  )
  show(element('p', '#notice'), isCopied ? copied : notCopied)
}
