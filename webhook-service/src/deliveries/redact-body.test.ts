import { expect } from 'chai'
import { bodyText, redactBody } from './redact-body.ts'

describe('a redacted body', () => {
  const redacted = (value: unknown) => JSON.parse(redactBody(JSON.stringify(value)))

  it('has no values of fields that are named like secrets', () => {
    expect(redacted({ password: 'x', api_key: 'y', 'Access-Token': 'z', name: 'lamp' })).to.deep.equal({
      password: '[secret]',
      api_key: '[secret]',
      'Access-Token': '[secret]',
      name: 'lamp',
    })
  })

  it('has no secrets of headers that are pairs', () => {
    const headers = [
      ['Authorization', 'abc'],
      ['Cookie', 'a=b'],
      ['Host', 'lamp.test'],
    ]
    expect(redacted({ headers })).to.deep.equal({
      headers: [
        ['Authorization', '[secret]'],
        ['Cookie', '[secret]'],
        ['Host', 'lamp.test'],
      ],
    })
  })

  it('has no e-mail and IP addresses, also escaped ones', () => {
    const body = redactBody(
      String.raw`{"a":"ann@lamp.test","b":"10.1.2.3","c":"ann\u0040lamp.test","d":"@lamp"}`,
    )
    expect(body).to.equal('{"a":"[email]","b":"[ip]","c":"[email]","d":"@lamp"}')
  })

  it('has no credentials of known forms', () => {
    const credentials = [
      `ghp_${'a'.repeat(36)}`,
      `ghw_${'b'.repeat(43)}`,
      'AKIAIOSFODNN7EXAMPLE',
      `eyJ${'c'.repeat(20)}.${'d'.repeat(20)}.e`,
      'Bearer abcdefgh12345678',
    ]
    for (const credential of credentials)
      expect(redacted({ text: `use ${credential} now` }), credential).to.deep.equal({
        text: 'use [secret] now',
      })
    expect(redacted({ url: 'https://ann:pass@lamp.test/' }).url).not.to.contain('pass')
  })

  it('is redacted to its end if it is cut off', () => {
    expect(redactBody('{"password":"hunt')).to.equal('{"password":"[secret]"')
    expect(redactBody('{"text":"ann@lamp.test\\')).not.to.contain('ann@')
  })

  it('keeps everything else', () => {
    const push = '{\n  "ref": "refs/heads/main", "token": null, "size": 12, "at": "2030-01-01T00:00:00Z"\n}'
    expect(redactBody(push)).to.equal(push)
  })

  it('takes linear time', () => {
    for (const hostile of ['eyJ-', '"', '\\', '"a', 'a@', '1.', '":', '://a:', '-----BEGIN '])
      redactBody(hostile.repeat(262_144 / hostile.length))
  }).timeout(60_000)
})

describe('the text of a body', () => {
  const textOf = (type: string, body: string) =>
    bodyText({ headers: type ? { 'content-type': type } : {}, body: Buffer.from(body) })

  it('is the field payload of a form', () => {
    expect(textOf('application/x-www-form-urlencoded', 'a=1&payload=%7B%22a%22%3A1%7D')).to.equal('{"a":1}')
    expect(textOf('application/x-www-form-urlencoded', '{"a":1}')).to.equal('{"a":1}')
    expect(textOf('', '{"a":1}')).to.equal('{"a":1}')
  })
})
