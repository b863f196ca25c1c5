import type { AuthLoginResponse } from '@gatehouse/client'
import { element, show } from './elements.ts'
import { openPage } from './navigation.ts'
import { texts } from './texts.ts'

/** Continues after a sign-in. */
export function signedIn(answer: AuthLoginResponse, notice?: string): void {
  if ('token' in answer) openPage('sessions', notice)
  else show(element('p', '#notice'), texts.secondFactor)
}
