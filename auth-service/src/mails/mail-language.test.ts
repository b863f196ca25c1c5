import { expect } from 'chai'
import { mailLanguage } from './mail-language.ts'

describe('mailLanguage', () => {
  for (const [locale, acceptLanguage, language] of [
    ['de-AT', 'fr', 'de'],
    ['pt-BR', 'fr', 'en'],
    [null, 'fr-CH, en;q=0.9', 'fr'],
    [null, 'en;q=0.5, de;q=0.9', 'de'],
    [null, 'pt, de;q=0.1', 'de'],
    [null, 'de;q=0, fr;q=0.1', 'fr'],
    [null, '*', 'en'],
    [null, 'de;q=x', 'de'],
    [null, `${'x,'.repeat(200)}de`, 'en'],
    [null, undefined, 'en'],
  ] as const) {
    it(`is ${language} for ${locale} and ${acceptLanguage?.slice(0, 30)}`, () => {
      expect(mailLanguage(locale, acceptLanguage)).to.equal(language)
    })
  }
})
