import type { MailTexts } from './mail-texts.ts'

const changeYourPassword =
  'Wenn du das nicht warst, ändere sofort dein Passwort. Alle anderen Sitzungen werden dann beendet.'

export const de: MailTexts = {
  greeting: (username) => `Hallo ${username},`,
  time: 'Zeit',
  device: 'Gerät',
  place: 'Ungefährer Ort',
  footer:
    'Du erhältst diese E-Mail, weil sie die Sicherheit deines Gatehouse-Kontos betrifft. Wir fragen nie per E-Mail nach deinem Passwort.',
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
        'Wenn du das nicht erwartet hast, wende dich sofort an den Support.',
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
  },
}
