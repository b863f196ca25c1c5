import { expect } from 'chai'
import { languages, type MailContent, type MailKind, mailKinds } from './mail-kinds.ts'
import { renderMail } from './render-mail.ts'

const at = '2030-01-02T03:04:05.000Z'
const noBrand = { productName: 'Gatehouse', termsUrl: null, privacyUrl: null, supportUrl: null }
const app = { appUrl: 'https://app.example/', brand: noBrand }
const variables = {
  token: 'a-_b',
  code: 'ABCD-EFGH',
  at,
  due: at,
  until: at,
  by: 'owner' as const,
  device: 'Firefox <b>',
  place: 'L&N',
  left: 9,
  name: 'Laptop',
  wasRequired: true,
  hint: '••• 89',
  isLast: true,
  provider: 'Example Corp',
  removed: ['password' as const, 'phone' as const],
}
const content = (language: MailContent['language']): MailContent => ({
  to: 'ann@gatehouse.test',
  language,
  username: 'Ann_1',
  variables,
})

describe('renderMail', () => {
  for (const kind of Object.keys(mailKinds) as MailKind[]) {
    for (const language of languages) {
      it(`renders ${kind} in ${language}`, () => {
        const { subject, text, html } = renderMail(kind, content(language), app)
        expect(subject).to.match(/^[^{}\r\n]{10,78}$/)
        expect(text).to.contain('Ann_1')
        expect(text + html).to.not.match(/\{\{|undefined|Invalid Date/)
        expect(html).to.contain(`<html lang="${language}"`)
      })
    }
  }

  it('names the account in mails with a link', () => {
    const kinds = ['verification', 'password_reset', 'ip_authorization', 'email_change'] as const
    for (const kind of kinds)
      for (const language of languages) {
        const { text, html } = renderMail(kind, content(language), app)
        expect([kind, language, text.split('\n\n')[2]?.includes('ann@gatehouse.test')]).to.deep.equal([
          kind,
          language,
          true,
        ])
        expect(html).to.contain('ann@gatehouse.test')
      }
  })

  it('says what stops a passkey, and names the new address', () => {
    for (const language of languages) {
      const { variables: _, ...rest } = content(language)
      const signIn = (more: object) =>
        renderMail('sign_in', { ...rest, variables: { ...variables, ...more } }, app)
      expect(signIn({ passkey: 'Key <1>' }).text)
        .to.contain('Key <1>')
        .and.match(/passkey|clé d’accès/i)
      expect(signIn({ passkey: 'Key <1>' }).html).to.contain('Key &lt;1&gt;')
      expect(signIn({}).text).to.not.match(/passkey|clé d’accès/i)
      const change = (more: object) =>
        renderMail('email_change', { ...rest, variables: { ...variables, ...more } }, app).text
      expect(change({ newAddress: 'a•••@gatehouse.test' })).to.contain('a•••@gatehouse.test')
      expect(change({})).to.not.contain('•••')
    }
  })

  it('has the link of the web app with the token in the fragment', () => {
    const { text, html } = renderMail('verification', content('en'), app)
    expect(text).to.contain('Confirm email address:\nhttps://app.example/verify#token=a-_b\n')
    expect(html).to.contain('href="https://app.example/verify#token=a-_b"')
  })

  it('escapes values', () => {
    const { html, text } = renderMail('sign_in', content('en'), app)
    expect(html).to.contain('Firefox &lt;b&gt;').and.to.contain('L&amp;N')
    expect(text).to.contain('Device: Firefox <b>').and.to.contain('January 2, 2030 at 3:04 AM UTC')
  })

  it('names the product and links to the pages of the operator, escaped', () => {
    const brand = {
      productName: 'Ann & <Co>',
      termsUrl: 'https://chat.example/terms?a=1&b="2"',
      privacyUrl: null,
      supportUrl: 'mailto:help@chat.example',
    }
    const { html, text } = renderMail('sign_in', content('en'), { ...app, brand })
    expect(html)
      .to.contain('Ann &amp; &lt;Co&gt;')
      .and.contain('<a href="https://chat.example/terms?a=1&amp;b=&quot;2&quot;">Terms of service</a>')
      .and.contain('<a href="mailto:help@chat.example">Contact support</a>')
      .and.not.contain('Privacy policy')
    expect(text).to.match(
      /your Ann & <Co> account\..*\nContact support: help@chat\.example\nTerms of service: https:/,
    )
    expect(renderMail('sign_in', content('en'), app).html).to.not.match(/Contact support|Terms of service/)
  })

  it('loads nothing from the network', () => {
    const { html } = renderMail('sign_in', content('en'), app)
    expect(html.replaceAll(/http:\/\/www\.w3\.org\/1999\/xhtml/g, '')).to.not.match(
      /https?:|@import|<img|url\(/,
    )
  })

  it('has no line that is too long for SMTP', () => {
    const { html } = renderMail('account_suspension', content('fr'), app)
    expect(Math.max(...html.split('\n').map((line) => line.length))).to.be.below(998)
  })
})
