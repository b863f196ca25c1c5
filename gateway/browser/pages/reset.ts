import { GatehouseError } from '@gatehouse/client'
import { element, show } from '../elements.ts'
import { explainField } from '../errors.ts'
import { onSubmit } from '../form.ts'
import { gatehouse } from '../gatehouse.ts'
import { takeFragment } from '../navigation.ts'
import { signedIn } from '../signed-in.ts'
import { texts } from '../texts.ts'

export function openReset(): boolean {
  const token = takeFragment('token')
  if (token === undefined) {
    showUnusable(texts.incompleteLink)
    return true
  }
  element('form', '#form').hidden = false
  onSubmit(element('form', '#form'), async (values) => {
    try {
      const password = String(values.get('password'))
      signedIn(await gatehouse.resetPassword({ token, password }), texts.passwordReset)
    } catch (error) {
      const problem = error instanceof GatehouseError ? error.fields.token : undefined
      if (!problem) throw error
      showUnusable(explainField(problem))
    }
  })
  return true
}

/** The link of the mail cannot be used, so the person needs another one. */
function showUnusable(reason: string): void {
  element('form', '#form').hidden = true
  element('a', '#forgot').hidden = false
  const failure = element('p', '#unusable')
  show(failure, reason)
  failure.focus()
}
