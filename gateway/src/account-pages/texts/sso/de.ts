import type { sso as en } from './en.ts'

export const sso: typeof en = {
  page: {
    title: 'Single Sign-on',
    intro: 'Personen können sich bei einem OpenID-Connect-Anbieter anmelden, etwa dem Ihrer Organisation.',
    insecure:
      'Dieser Dienst wird über unverschlüsseltes http erreicht. Browser behalten dann keine seiner Cookies: Eine Anmeldung beim Anmeldedienst lässt sich im Browser nicht abschließen, Geräte werden nicht wiedererkannt, und es gibt keine Passkeys. Richten Sie https ein und setzen Sie GATEHOUSE_PUBLIC_URL darauf.',
    registerTitle: 'Beim Anbieter registrieren',
    registerText:
      'Registrieren Sie eine Webanwendung mit diesen beiden Adressen. Übertragen Sie die Angaben des Anbieters in das Formular.',
    redirectUri: 'Redirect-URI:',
    logoutUri: 'Back-Channel-Logout-URL:',
    settingsTitle: 'Einstellungen',
    issuer: 'Issuer',
    issuerHint: 'Die Adresse, die der Anbieter als Issuer nennt. Sie beginnt mit https.',
    clientId: 'Client-ID',
    clientSecret: 'Client-Secret',
    clientSecretHint:
      'Leer: unverändert. Geben Sie für private_key_jwt einen privaten Schlüssel als JWK in einer Zeile ein.',
    secretStored: 'Ein Secret ist gespeichert.',
    clearSecret: 'Gespeichertes Secret entfernen',
    displayName: 'Name auf der Schaltfläche (optional)',
    allowedDomains: 'Erlaubte E-Mail-Domains (optional)',
    allowedDomainsHint: 'Durch Leerzeichen getrennt, etwa example.com example.org. Leer: alle Domains.',
    autoProvision: 'Konto erstellen, wenn sich jemand zum ersten Mal anmeldet',
    enabled: 'Single Sign-on anbieten',
    enforced: 'Vorschreiben: Passwörter und Passkeys funktionieren nicht mehr',
    more: 'Weitere Einstellungen',
    moreText: 'Nur für einen Anbieter ohne Discovery-Dokument, oder um dessen Angaben zu ersetzen.',
    scope: 'Scope',
    authorizationUrl: 'Authorization-URL',
    tokenUrl: 'Token-URL',
    userinfoUrl: 'Userinfo-URL',
    jwksUrl: 'JWKS-URL',
    redirectUriField: 'Andere Redirect-URI',
    save: 'Einstellungen speichern',
    testTitle: 'Test',
    testText:
      'Stellt mit den gespeicherten Einstellungen eine Verbindung zum Anbieter her, auch wenn Single Sign-on nicht angeboten wird.',
    test: 'Gespeicherte Einstellungen testen',
    signInText:
      'Melden Sie sich danach selbst beim Anmeldedienst an: Sie sehen, was er über Sie sagt und welches Konto Sie hätten. Es wird nichts geändert.',
    signIn: 'Zum Test anmelden',
    enforceTitle: 'Single Sign-on verlangen?',
    enforce: 'Verlangen',
  },
  script: {
    saved: 'Die Einstellungen sind gespeichert.',
    notAdministrator: 'Nur Administratoren dieses Dienstes können diese Seite öffnen.',
    works: 'Alles funktioniert.',
    fails: 'Etwas ist falsch. Korrigieren Sie es und testen Sie noch einmal.',
    accounts:
      '{linked} Konten sind mit dem Anmeldedienst verknüpft. {linkable} würden bei der ersten Anmeldung verknüpft, wenn er ihre Adressen bestätigt. {locked} könnten sich nicht anmelden, wenn Single Sign-on verlangt wird.',
    notCounted:
      'Die Konten, die sich nicht anmelden könnten, wurden nicht gezählt: Das dauert hier zu lange.',
    tested: 'Sie haben sich zum Test beim Anmeldedienst angemeldet.',
    ok: 'OK',
    failed: 'Fehlgeschlagen',
    checks: {
      settings: 'Einstellungen',
      discovery: 'Discovery',
      keys: 'Schlüssel',
      client: 'Client',
      sign_in: 'Anmeldung',
      claims: 'Angaben',
      account: 'Konto',
    },
  },
}
