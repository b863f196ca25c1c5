import { expect } from 'chai'
import { liveMention } from '../../../test/tools/live-mention.ts'
import { escapeMentions, escapeMentionsOutsideCode } from './mentions.ts'

describe('escaping mentions', () => {
  for (const text of [
    '@everyone',
    '@Here!',
    '(@everyone)',
    '_@here_',
    '@@everyone',
    '\uff20everyone',
    '<@123> <@!123> <@&123>',
    '<#123>',
    'https://gatehouse.test/@everyone',
    'https://gatehouse.test/<@123>',
  ]) {
    it(`breaks the mention in ${JSON.stringify(text)}`, () => {
      expect(text).to.match(liveMention)
      expect(escapeMentions(text)).not.to.match(liveMention)
    })
  }

  it('inserts a zero-width joiner after the first character', () => {
    expect(escapeMentions('@here <@1> <#2>')).to.equal('@\u200dhere <\u200d@1> <\u200d#2>')
  })

  it('keeps every other at sign, so that names and addresses can be copied', () => {
    for (const text of [
      '@babel/core@7.26.0',
      'git@code.test:guild/lamp.git',
      'ann@gatehouse.test',
      'bob@here.test',
      '@ann',
      '@everyones @hereby x@everyone',
      '3 @ 4 @ 1 < 2',
      'https://gatehouse.test/@ann?x=1',
    ])
      expect(escapeMentions(text)).to.equal(text)
  })

  it('keeps URLs valid', () => {
    expect(escapeMentions('https://gatehouse.test/@here?x=1')).to.equal('https://gatehouse.test/%40here?x=1')
  })

  it('does not escape twice', () => {
    expect(escapeMentions(escapeMentions('@here'))).to.equal(escapeMentions('@here'))
  })

  it('keeps mentions in code and breaks those around it', () => {
    const code = '`@here`'
    const block = '```\n@here `<@1>`\n```'
    expect(escapeMentionsOutsideCode(`@here ${code}\n${block}\n@here`)).to.equal(
      `@\u200dhere ${code}\n${block}\n@\u200dhere`,
    )
    expect(escapeMentionsOutsideCode('\\`@here\\`')).to.equal('\\`@\u200dhere\\`')
  })

  it('breaks a mention token whose end is in another text', () => {
    for (const start of ['<@1', '<#C1', '\\<#C1', '<\\@1'])
      expect(`[${escapeMentions(start)}…] >`).to.equal(`[${start.replace('<', '<\u200d')}…] >`)
  })

  it('breaks mentions that contain escaped characters', () => {
    const longest = '\\`'.repeat(64)
    for (const name of ['x\\`', '\\\\', longest])
      expect(escapeMentionsOutsideCode(`\\<#${name}>`)).to.equal(`\\<\u200d#${name}>`)
    expect(escapeMentionsOutsideCode('\\<\\@1\\>')).to.equal('\\<\u200d\\@1\\>')
  })
})
