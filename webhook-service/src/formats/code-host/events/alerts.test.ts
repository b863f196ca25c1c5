import { expect } from 'chai'
import { enterpriseServerPayloads } from '../../../../test/fixtures/code-host/example-payloads.ts'
import { exampleEmbed, renderedEmbed, resultOf } from '../../../../test/fixtures/code-host/render-example.ts'
import {
  syntheticPayload,
  syntheticPayloads,
} from '../../../../test/fixtures/code-host/synthetic-payloads.ts'
import { renderCodeHost } from '../render-code-host.ts'

describe('rendering a security alert', () => {
  it('shows severity, package, advisory and fixed version of a Dependabot alert', () => {
    expect(exampleEmbed('dependabot_alert.created')).to.deep.include({
      title:
        '[wolfy1339/pika-pack] Dependabot alert created: #20 semver vulnerable to Regular Expression Denial of Service',
      url: 'https://github.com/wolfy1339/pika-pack/security/dependabot/20',
      color: 0xbc4c00,
      fields: [
        { name: 'Severity', value: 'medium', inline: true },
        { name: 'Package', value: '`semver`', inline: true },
        { name: 'Advisory', value: 'CVE-2022-25883', inline: true },
        { name: 'Affected', value: '`< 7.5.2`', inline: true },
        { name: 'Fixed in', value: '`7.5.2`', inline: true },
      ],
    })
    expect(exampleEmbed('dependabot_alert.fixed').color).to.equal(0x2da44e)
    expect(
      renderedEmbed('dependabot_alert', syntheticPayload('dependabot_alert', 'reintroduced')),
    ).to.include({
      title: '[octo-org/octo-repo] Dependabot alert reintroduced: #7',
      color: 0xbc4c00,
    })
  })

  it('shows severity, tool and place of a code scanning alert', () => {
    const path = 'alert.most_recent_instance'
    const location = { path: 'app.py', start_line: 56, end_line: 61 }
    expect(exampleEmbed('code_scanning_alert.created', { [path]: { location } })).to.deep.include({
      title:
        '[Codertocat/Hello-World] Code scanning alert created: #10 Query built from user-controlled sources',
      color: 0xbc4c00,
      fields: [
        { name: 'Severity', value: 'error', inline: true },
        { name: 'Tool', value: 'CodeQL', inline: true },
        { name: 'File', value: '`app.py:56-61`', inline: true },
      ],
    })
    expect(exampleEmbed('code_scanning_alert.fixed').color).to.equal(0x2da44e)
  })

  it('shows type and number of a secret scanning alert, and the severity by color', () => {
    const titleAndColor = (action: string) => {
      const { title, color } = renderedEmbed(
        'secret_scanning_alert',
        syntheticPayload('secret_scanning_alert', action),
      )
      return [title, color]
    }
    expect(['created', 'publicly_leaked', 'resolved'].map(titleAndColor)).to.deep.equal([
      ['[octo-org/octo-repo] Secret scanning alert created: #42 Mailchimp API Key', 0xbc4c00],
      ['[octo-org/octo-repo] Secret publicly leaked: #42 Mailchimp API Key', 0xcf222e],
      ['[octo-org/octo-repo] Secret scanning alert resolved: #42 Mailchimp API Key', 0x2da44e],
    ])
  })

  it('shows whether a secret is valid, how it was resolved and who bypassed the protection', () => {
    const payload = syntheticPayload('secret_scanning_alert', 'created')
    const alert = {
      ...(payload.alert as object),
      validity: 'active',
      resolution: 'used_in_tests',
      push_protection_bypassed: true,
      push_protection_bypassed_by: { login: 'bob' },
    }
    expect(renderedEmbed('secret_scanning_alert', { ...payload, alert }).fields).to.deep.equal([
      { name: 'Validity', value: 'active', inline: true },
      { name: 'Resolution', value: 'used in tests', inline: true },
      { name: 'Push protection', value: 'bypassed by bob', inline: true },
    ])
  })

  it('never shows the secret', () => {
    const alerts = [...syntheticPayloads, ...enterpriseServerPayloads].filter(({ event }) =>
      event.startsWith('secret_scanning'),
    )
    expect(alerts).to.have.length.above(5)
    for (const { event, payload } of alerts) {
      const secret = 'c0ffee-us2'
      const alert = {
        ...(payload.alert as object),
        secret,
        resolution: secret,
        resolution_comment: secret,
        validity: secret,
      }
      const location = { type: 'commit', details: { path: secret } }
      const stuffed = { ...payload, alert, location, secret, changes: { secret } }
      expect(JSON.stringify(renderCodeHost(event, stuffed))).not.to.include(secret)
    }
  })

  it('shows package, advisory and fixed version of a repository vulnerability alert', () => {
    expect(exampleEmbed('repository_vulnerability_alert.create')).to.deep.include({
      title: '[Codertocat/Hello-World] Vulnerability alert created: rack',
      url: 'https://nvd.nist.gov/vuln/detail/CVE-2018-16470',
      color: 0xbc4c00,
      fields: [
        { name: 'Severity', value: 'moderate', inline: true },
        { name: 'Advisory', value: 'CVE-2018-16470', inline: true },
        { name: 'Affected', value: '`>= 2.0.4, < 2.0.6`', inline: true },
        { name: 'Fixed in', value: '`2.0.6`', inline: true },
      ],
    })
  })

  it('shows a repository advisory', () => {
    expect(
      renderedEmbed('repository_advisory', syntheticPayload('repository_advisory', 'published')),
    ).to.deep.include({
      title: '[octo-org/octo-repo] Security advisory published: A template can read files',
      url: 'https://github.com/octo-org/octo-repo/security/advisories/GHSA-1',
      description: 'Update to 2.0.',
      fields: [{ name: 'Severity', value: 'high', inline: true }],
    })
    const payload = syntheticPayload('repository_advisory', 'published')
    const repository_advisory = {
      ...(payload.repository_advisory as object),
      ghsa_id: 'GHSA-1',
      vulnerabilities: [{ patched_versions: '2.0.0' }, { patched_versions: '1.9.7' }],
    }
    expect(
      renderedEmbed('repository_advisory', { ...payload, repository_advisory }).fields?.slice(1),
    ).to.deep.equal([
      { name: 'Advisory', value: 'GHSA-1', inline: true },
      { name: 'Fixed in', value: '2.0.0, 1.9.7', inline: true },
    ])
  })

  it('requires the alert', () => {
    for (const event of ['dependabot_alert', 'code_scanning_alert', 'secret_scanning_alert'])
      expect(resultOf(event, { action: 'created', alert: null })).to.equal('unrenderable:alert')
  })
})
