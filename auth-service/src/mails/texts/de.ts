import type { MailTexts } from './mail-texts.ts'

const changeYourPassword =
  'Wenn du das nicht warst, ändere sofort dein Passwort. Alle anderen Sitzungen werden dann beendet.'

const contactSupport = 'Wenn du das nicht erwartet hast, wende dich sofort an den Support.'

export const de: MailTexts = {
  greeting: (username) => `Hallo ${username},`,
  time: 'Zeit',
  device: 'Gerät',
  place: 'Ungefährer Ort',
  address: 'IP-Adresse',
  footer: (product) =>
    `Du erhältst diese E-Mail, weil sie die Sicherheit deines Kontos bei ${product} betrifft. Wir fragen nie per E-Mail nach deinem Passwort.`,
  terms: 'Nutzungsbedingungen',
  privacy: 'Datenschutzerklärung',
  support: 'Support kontaktieren',
  mails: {
    sign_in: {
      subject: 'Neue Anmeldung in deinem Konto',
      heading: 'Neue Anmeldung in deinem Konto',
      paragraphs: () => [
        'Es gab eine Anmeldung in deinem Konto von einem Gerät oder Netzwerk, das wir noch nicht kennen.',
        `Wenn du das warst, musst du nichts tun. ${changeYourPassword}`,
      ],
    },
    password_change: {
      subject: 'Dein Passwort wurde geändert',
      heading: 'Dein Passwort wurde geändert',
      paragraphs: ({ by }) => [
        by === 'owner'
          ? 'Das Passwort deines Kontos wurde geändert, und alle anderen Sitzungen wurden beendet.'
          : 'Unser Support hat ein neues Passwort für dein Konto gesetzt, und alle Sitzungen wurden beendet.',
        contactSupport,
      ],
    },
    totp_enabled: {
      subject: 'Die Zwei-Faktor-Authentifizierung wurde aktiviert',
      heading: 'Die Zwei-Faktor-Authentifizierung wurde aktiviert',
      paragraphs: () => [
        'Deinem Konto wurde eine Authenticator-App hinzugefügt. Für eine Anmeldung ist jetzt ein Code der App nötig.',
        'Bewahre deine Backup-Codes sicher auf: Jeder ersetzt einmal einen Code.',
        contactSupport,
      ],
    },
    totp_disabled: {
      subject: 'Die Zwei-Faktor-Authentifizierung wurde deaktiviert',
      heading: 'Die Zwei-Faktor-Authentifizierung wurde deaktiviert',
      paragraphs: ({ by }) => [
        by === 'owner'
          ? 'Die Authenticator-App und die Backup-Codes wurden aus deinem Konto entfernt. Für eine Anmeldung reicht jetzt das Passwort.'
          : 'Unser Support hat die zweiten Faktoren und die Backup-Codes deines Kontos entfernt. Für eine Anmeldung reicht jetzt das Passwort.',
        contactSupport,
      ],
    },
    backup_codes_replaced: {
      subject: 'Deine Backup-Codes wurden ersetzt',
      heading: 'Deine Backup-Codes wurden ersetzt',
      paragraphs: () => [
        'Für dein Konto wurden neue Backup-Codes erstellt. Die alten sind ungültig.',
        changeYourPassword,
      ],
    },
    backup_code_used: {
      subject: 'Ein Backup-Code wurde verwendet',
      heading: 'Ein Backup-Code wurde verwendet',
      paragraphs: ({ left }) => [
        `Ein Backup-Code deines Kontos wurde verwendet. Unbenutzte Codes: ${left}.`,
        changeYourPassword,
      ],
    },
    second_factor_failures: {
      subject: 'Anmeldeversuche mit falschen Codes',
      heading: 'Anmeldeversuche mit falschen Codes',
      paragraphs: () => [
        'Jemand hat das Passwort deines Kontos eingegeben, danach aber mehrmals einen falschen Code. Die Anmeldung ist fehlgeschlagen.',
        'Wenn du das nicht warst, ändere dein Passwort: Jemand anderes kennt es.',
      ],
    },
    account_disable: {
      subject: 'Dein Konto wurde deaktiviert',
      heading: 'Dein Konto wurde deaktiviert',
      paragraphs: () => [
        'Dein Konto wurde wie gewünscht deaktiviert, und alle Sitzungen wurden beendet. Mit einer Anmeldung aktivierst du es wieder.',
        'Wenn du das nicht warst, melde dich an und ändere sofort dein Passwort.',
      ],
    },
    account_delete: {
      subject: 'Dein Konto wird gelöscht',
      heading: 'Dein Konto wird gelöscht',
      paragraphs: ({ due }, date) => [
        `Wie gewünscht werden dein Konto und seine Daten am ${date(due)} gelöscht. Alle Sitzungen wurden beendet.`,
        'Wenn du dein Konto behalten möchtest, melde dich vorher an. Wenn du das nicht warst, ändere auch dein Passwort.',
      ],
    },
    account_suspension: {
      subject: 'Dein Konto wurde gesperrt',
      heading: 'Dein Konto wurde gesperrt',
      paragraphs: ({ until }, date) => [
        until === null
          ? 'Unser Support hat dein Konto gesperrt. Du kannst dich nicht anmelden, und alle Sitzungen wurden beendet.'
          : `Unser Support hat dein Konto bis zum ${date(until)} gesperrt. Bis dahin kannst du dich nicht anmelden, und alle Sitzungen wurden beendet.`,
        'Wenn du das für einen Fehler hältst, wende dich an den Support.',
      ],
    },
    account_enable: {
      subject: 'Die Sperre deines Kontos wurde aufgehoben',
      heading: 'Die Sperre deines Kontos wurde aufgehoben',
      paragraphs: () => ['Unser Support hat die Sperre aufgehoben. Du kannst dich wieder anmelden.'],
    },
    email_revert: {
      subject: 'Die Änderung deiner E-Mail-Adresse wurde rückgängig gemacht',
      heading: 'Die Änderung deiner E-Mail-Adresse wurde rückgängig gemacht',
      paragraphs: () => [
        'Die Änderung wurde mit dem Link in der E-Mail an die vorherige Adresse rückgängig gemacht. Diese Adresse gehört wieder zum Konto, ein neues Passwort wurde gesetzt, und alle Sitzungen wurden beendet.',
        'Wenn du das nicht erwartet hast, wende dich sofort an den Support.',
      ],
    },
    email_change: {
      subject: 'Deine E-Mail-Adresse wurde geändert',
      heading: 'Deine E-Mail-Adresse wurde geändert',
      paragraphs: () => [
        'Dein Konto hat jetzt eine andere E-Mail-Adresse. Mit dieser Adresse kannst du dich nicht mehr anmelden.',
        'Wenn du das warst, musst du nichts tun. Wenn nicht, hat jemand anderes Zugriff auf dein Konto: Mache die Änderung rückgängig und setze ein neues Passwort. Der Link gilt 72 Stunden und nur einmal, auch wenn das Passwort oder die Adresse noch einmal geändert wird.',
      ],
      action: 'Das war ich nicht',
    },
    email_change_original: {
      subject: 'Code zum Ändern deiner E-Mail-Adresse',
      heading: 'Ändere deine E-Mail-Adresse',
      paragraphs: () => [
        'Du möchtest die E-Mail-Adresse deines Kontos ändern. Gib diesen Code ein, um fortzufahren. Er gilt zehn Minuten.',
        `Gib diesen Code nie weiter. ${changeYourPassword}`,
      ],
    },
    email_change_new: {
      subject: 'Code zum Bestätigen deiner neuen E-Mail-Adresse',
      heading: 'Bestätige deine neue E-Mail-Adresse',
      paragraphs: () => [
        'Gib diesen Code ein, um diese E-Mail-Adresse für dein Konto zu verwenden. Er gilt zehn Minuten.',
        'Wenn du das nicht angefordert hast, ignoriere diese E-Mail.',
      ],
    },
    verification: {
      subject: 'Bestätige deine E-Mail-Adresse',
      heading: 'Bestätige deine E-Mail-Adresse',
      paragraphs: () => [
        'Bestätige, dass diese E-Mail-Adresse zu deinem Konto gehört. Der Link gilt 24 Stunden und nur einmal.',
        'Wenn du diese Adresse nicht angegeben hast, ignoriere diese E-Mail.',
      ],
      action: 'E-Mail-Adresse bestätigen',
    },
    password_reset: {
      subject: 'Setze dein Passwort zurück',
      heading: 'Setze dein Passwort zurück',
      paragraphs: () => [
        'Für dein Konto wurde ein neues Passwort angefordert. Der Link gilt eine Stunde und nur einmal.',
        'Wenn du das nicht warst, ignoriere diese E-Mail. Dein Passwort bleibt, wie es ist.',
      ],
      action: 'Neues Passwort setzen',
    },
    ip_authorization: {
      subject: 'Bestätige eine Anmeldung von einem neuen Ort',
      heading: 'Meldest du dich gerade an?',
      paragraphs: () => [
        'Jemand meldet sich mit deinem Passwort in deinem Konto an, von einer Adresse, die wir noch nicht kennen. Die Anmeldung wartet auf deine Bestätigung.',
        'Wenn du das bist, öffne den Link innerhalb von 15 Minuten nach der Anmeldung. Er gilt nur einmal.',
        'Wenn du das nicht bist, bestätige sie nicht und setze sofort dein Passwort zurück: Jemand anderes kennt es.',
      ],
      action: 'Anmeldung prüfen',
    },
  },
}
