import type { Credential } from '../../accounts/remove-credentials.ts'
import type { MailTexts } from './mail-texts.ts'

const list = new Intl.ListFormat('de')
const credentials: Record<Credential, string> = {
  password: 'das Passwort',
  passkey: 'Passkeys',
  totp: 'die Authenticator-App mit ihren Ersatzcodes',
  sms: 'Codes per SMS',
  phone: 'die Telefonnummer',
}

const changeYourPassword =
  'Wenn Sie das nicht waren, ändern Sie sofort Ihr Passwort. Alle anderen Sitzungen werden dann beendet.'

const firstProof =
  'Die E-Mail-Adresse des Kontos hatte bisher niemand bestätigt. Deshalb wurden bereits eingerichtete Passkeys, zweite Faktoren, die Telefonnummer und Verknüpfungen mit anderen Konten entfernt, und die Adresse ist jetzt bestätigt.'
const contactSupport = 'Wenn Sie das nicht erwartet haben, wenden Sie sich sofort an den Support.'

export const de: MailTexts = {
  greeting: (username) => `Hallo ${username},`,
  time: 'Zeit',
  device: 'Gerät',
  place: 'Ungefährer Ort',
  address: 'IP-Adresse',
  footer: (product) =>
    `Sie erhalten diese E-Mail, weil sie die Sicherheit Ihres Kontos bei ${product} betrifft. Wir fragen nie per E-Mail nach Ihrem Passwort.`,
  terms: 'Nutzungsbedingungen',
  privacy: 'Datenschutzerklärung',
  support: 'Support kontaktieren',
  mails: {
    sign_in: {
      subject: 'Neue Anmeldung in Ihrem Konto',
      heading: 'Neue Anmeldung in Ihrem Konto',
      paragraphs: ({ passkey }) =>
        passkey === undefined
          ? [
              'Es gab eine Anmeldung in Ihrem Konto von einem Gerät oder Netzwerk, das wir noch nicht kennen.',
              `Wenn Sie das waren, müssen Sie nichts tun. ${changeYourPassword}`,
            ]
          : [
              `Es gab eine Anmeldung in Ihrem Konto mit dem Passkey „${passkey}“, von einem Gerät oder Netzwerk, das wir noch nicht kennen.`,
              'Wenn Sie das waren, müssen Sie nichts tun. Wenn nicht, entfernen Sie diesen Passkey in den Sicherheitseinstellungen Ihres Kontos und beenden Sie alle anderen Sitzungen: Ein neues Passwort hält einen Passkey nicht auf.',
            ],
    },
    password_change: {
      subject: 'Ihr Passwort wurde geändert',
      heading: 'Ihr Passwort wurde geändert',
      paragraphs: ({ by, isFirstProof }) => [
        by === 'owner'
          ? 'Das Passwort Ihres Kontos wurde geändert, und alle anderen Sitzungen wurden beendet.'
          : 'Unser Support hat ein neues Passwort für Ihr Konto gesetzt, und alle Sitzungen wurden beendet.',
        ...(isFirstProof ? [firstProof] : []),
        contactSupport,
      ],
    },
    totp_enabled: {
      subject: 'Die Zwei-Faktor-Authentifizierung wurde aktiviert',
      heading: 'Die Zwei-Faktor-Authentifizierung wurde aktiviert',
      paragraphs: () => [
        'Ihrem Konto wurde eine Authenticator-App hinzugefügt. Für eine Anmeldung ist jetzt ein Code der App nötig.',
        'Bewahren Sie Ihre Backup-Codes sicher auf: Jeder ersetzt einmal einen Code.',
        contactSupport,
      ],
    },
    totp_disabled: {
      subject: 'Die Zwei-Faktor-Authentifizierung wurde deaktiviert',
      heading: 'Die Zwei-Faktor-Authentifizierung wurde deaktiviert',
      paragraphs: ({ by }) => [
        by === 'owner'
          ? 'Die Authenticator-App und die Backup-Codes wurden aus Ihrem Konto entfernt. Für eine Anmeldung reicht jetzt das Passwort.'
          : 'Unser Support hat die zweiten Faktoren und die Backup-Codes Ihres Kontos entfernt. Für eine Anmeldung reicht jetzt das Passwort.',
        contactSupport,
      ],
    },
    sms_enabled: {
      subject: 'Codes per SMS wurden aktiviert',
      heading: 'Codes per SMS wurden aktiviert',
      paragraphs: ({ hint }) => [
        `Codes, die an die Telefonnummer ${hint} gesendet werden, können jetzt eine Anmeldung bei Ihrem Konto abschließen, neben denen der Authenticator-App.`,
        contactSupport,
      ],
    },
    sms_disabled: {
      subject: 'Codes per SMS wurden deaktiviert',
      heading: 'Codes per SMS wurden deaktiviert',
      paragraphs: () => [
        'Codes per SMS können keine Anmeldung bei Ihrem Konto mehr abschließen.',
        contactSupport,
      ],
    },
    phone_set: {
      subject: 'Ihre Telefonnummer wurde geändert',
      heading: 'Ihre Telefonnummer wurde geändert',
      paragraphs: ({ hint }) => [`Die Telefonnummer Ihres Kontos ist jetzt ${hint}.`, contactSupport],
    },
    phone_removed: {
      subject: 'Ihre Telefonnummer wurde entfernt',
      heading: 'Ihre Telefonnummer wurde entfernt',
      paragraphs: ({ hint }) => [`Die Telefonnummer ${hint} wurde aus Ihrem Konto entfernt.`, contactSupport],
    },
    passkey_added: {
      subject: 'Ein Passkey wurde hinzugefügt',
      heading: 'Ein Passkey wurde hinzugefügt',
      paragraphs: ({ name }) => [
        `Der Passkey „${name}“ wurde Ihrem Konto hinzugefügt. Mit ihm ist eine Anmeldung ohne Passwort möglich.`,
        contactSupport,
      ],
    },
    passkey_removed: {
      subject: 'Ein Passkey wurde entfernt',
      heading: 'Ein Passkey wurde entfernt',
      paragraphs: ({ name, wasRequired }) => [
        `Der Passkey „${name}“ wurde aus Ihrem Konto entfernt. Mit ihm ist keine Anmeldung mehr möglich.`,
        ...(wasRequired
          ? ['Für eine Anmeldung mit dem Passwort Ihres Kontos ist kein Passkey mehr nötig.']
          : []),
        contactSupport,
      ],
    },
    passkey_required: {
      subject: 'Ein Passkey ist jetzt erforderlich',
      heading: 'Ein Passkey ist jetzt erforderlich',
      paragraphs: () => [
        'Für eine Anmeldung mit dem Passwort Ihres Kontos ist jetzt zusätzlich ein Passkey nötig.',
        contactSupport,
      ],
    },
    passkey_not_required: {
      subject: 'Ein Passkey ist nicht mehr erforderlich',
      heading: 'Ein Passkey ist nicht mehr erforderlich',
      paragraphs: () => [
        'Für eine Anmeldung mit dem Passwort Ihres Kontos ist kein Passkey mehr nötig.',
        contactSupport,
      ],
    },
    passkey_rejected: {
      subject: 'Ein Passkey wurde abgelehnt',
      heading: 'Ein Passkey wurde abgelehnt',
      paragraphs: ({ name }) => [
        `Eine Anmeldung mit dem Passkey „${name}“ wurde abgelehnt, weil der Passkey möglicherweise kopiert wurde. Wenn Sie den Grund nicht kennen, entfernen Sie ihn und fügen Sie einen anderen hinzu.`,
        contactSupport,
      ],
    },
    backup_codes_replaced: {
      subject: 'Ihre Backup-Codes wurden ersetzt',
      heading: 'Ihre Backup-Codes wurden ersetzt',
      paragraphs: () => [
        'Für Ihr Konto wurden neue Backup-Codes erstellt. Die alten sind ungültig.',
        changeYourPassword,
      ],
    },
    backup_code_used: {
      subject: 'Ein Backup-Code wurde verwendet',
      heading: 'Ein Backup-Code wurde verwendet',
      paragraphs: ({ left }) => [
        `Ein Backup-Code Ihres Kontos wurde verwendet. Unbenutzte Codes: ${left}.`,
        changeYourPassword,
      ],
    },
    second_factor_failures: {
      subject: 'Anmeldeversuche mit falschen Codes',
      heading: 'Anmeldeversuche mit falschen Codes',
      paragraphs: () => [
        'Jemand hat das Passwort Ihres Kontos eingegeben, danach aber mehrmals einen falschen Code. Die Anmeldung ist fehlgeschlagen.',
        'Wenn Sie das nicht waren, ändern Sie Ihr Passwort: Jemand anderes kennt es.',
      ],
    },
    handoff: {
      subject: 'Ein Gerät wurde mit einem Code angemeldet',
      heading: 'Ein Gerät wurde mit einem Code angemeldet',
      paragraphs: ({ isLast }) => [
        'Ein Gerät wurde mit einem Code in Ihrem Konto angemeldet, von einem Gerät aus, das bereits angemeldet war.',
        ...(isLast
          ? [
              'Das war das fünfte Mal innerhalb eines Tages. Bis ein Tag vergangen ist, senden wir dazu keine E-Mails mehr. Sehen Sie sich deshalb die Liste Ihrer Sitzungen an.',
            ]
          : []),
        `Wenn Sie das waren, müssen Sie nichts tun. ${changeYourPassword}`,
      ],
    },
    sso_linked: {
      subject: 'Ihr Konto wurde mit Ihrem Identitätsanbieter verknüpft',
      heading: 'Ihr Konto wurde mit Ihrem Identitätsanbieter verknüpft',
      paragraphs: ({ provider, removed }) => [
        `Jemand hat sich mit ${provider ?? 'Ihrem Identitätsanbieter'} angemeldet, der diese E-Mail-Adresse bestätigt hat. Das Konto ist jetzt damit verknüpft, und Sie melden sich von nun an so an. Alle anderen Sitzungen wurden beendet.`,
        ...(removed.length > 0
          ? [`Aus dem Konto entfernt: ${list.format(removed.map((each) => credentials[each]))}.`]
          : []),
        'Wenn Sie das nicht waren, wenden Sie sich sofort an den Support. Wenn Sie es waren, müssen Sie nichts tun.',
      ],
    },
    sso_connected: {
      subject: 'Ihr Konto wurde mit Ihrem Identitätsanbieter verbunden',
      heading: 'Ihr Konto wurde mit Ihrem Identitätsanbieter verbunden',
      paragraphs: ({ provider, by }) => [
        by === 'owner'
          ? `Jemand, der in Ihrem Konto angemeldet war, hat es mit ${provider ?? 'Ihrem Identitätsanbieter'} verbunden. Die Person, die sich dort angemeldet hat, kann sich von nun an in Ihrem Konto anmelden. Alles andere bleibt, wie es war.`
          : `Unser Support hat Ihr Konto mit ${provider ?? 'Ihrem Identitätsanbieter'} verbunden, damit Sie sich so anmelden können. Alles andere bleibt, wie es war.`,
        contactSupport,
      ],
    },
    sso_disconnected: {
      subject: 'Ihr Konto wurde von Ihrem Identitätsanbieter getrennt',
      heading: 'Ihr Konto wurde von Ihrem Identitätsanbieter getrennt',
      paragraphs: ({ provider }) => [
        `Eine Anmeldung in Ihrem Konto mit ${provider ?? 'Ihrem Identitätsanbieter'} ist nicht mehr möglich.`,
        contactSupport,
      ],
    },
    account_disable: {
      subject: 'Ihr Konto wurde deaktiviert',
      heading: 'Ihr Konto wurde deaktiviert',
      paragraphs: () => [
        'Ihr Konto wurde wie gewünscht deaktiviert, und alle Sitzungen wurden beendet. Mit einer Anmeldung aktivieren Sie es wieder.',
        contactSupport,
      ],
    },
    account_delete: {
      subject: 'Ihr Konto wird gelöscht',
      heading: 'Ihr Konto wird gelöscht',
      paragraphs: ({ due }, date) => [
        `Wie gewünscht werden Ihr Konto und seine Daten am ${date(due)} gelöscht. Alle Sitzungen wurden beendet.`,
        'Wenn Sie Ihr Konto behalten möchten, melden Sie sich vorher an.',
        contactSupport,
      ],
    },
    account_reopen: {
      subject: 'Ihr Konto ist wieder aktiv',
      heading: 'Ihr Konto ist wieder aktiv',
      paragraphs: ({ from }) => [
        from === 'delete'
          ? 'Jemand hat sich in Ihrem Konto angemeldet. Es wird deshalb nicht mehr gelöscht.'
          : 'Jemand hat sich in Ihrem Konto angemeldet. Es ist deshalb nicht mehr deaktiviert.',
        contactSupport,
      ],
    },
    account_suspension: {
      subject: 'Ihr Konto wurde gesperrt',
      heading: 'Ihr Konto wurde gesperrt',
      paragraphs: ({ until }, date) => [
        until === null
          ? 'Unser Support hat Ihr Konto gesperrt. Sie können sich nicht anmelden, und alle Sitzungen wurden beendet.'
          : `Unser Support hat Ihr Konto bis zum ${date(until)} gesperrt. Bis dahin können Sie sich nicht anmelden, und alle Sitzungen wurden beendet.`,
        'Wenn Sie das für einen Fehler halten, wenden Sie sich an den Support.',
      ],
    },
    account_enable: {
      subject: 'Die Sperre Ihres Kontos wurde aufgehoben',
      heading: 'Die Sperre Ihres Kontos wurde aufgehoben',
      paragraphs: () => ['Unser Support hat die Sperre aufgehoben. Sie können sich wieder anmelden.'],
    },
    email_released: {
      subject: 'Ihre E-Mail-Adresse wurde aus einem Konto entfernt',
      heading: 'Ihre E-Mail-Adresse wurde aus einem Konto entfernt',
      paragraphs: () => [
        'Dieses Konto wurde mit Ihrer E-Mail-Adresse registriert, und niemand hat die Adresse bestätigt. Jetzt hat jemand nachgewiesen, dass die Adresse ihm gehört. Deshalb wurde sie aus diesem Konto entfernt und gehört zu einem anderen.',
        'Wenn Sie das waren und dieses Konto nicht registriert haben, müssen Sie nichts tun. Wenn dieses Konto Ihnen gehört oder Sie die Adresse nicht nachgewiesen haben, wenden Sie sich an den Support.',
      ],
    },
    email_set: {
      subject: 'Ihr Konto hat eine neue E-Mail-Adresse',
      heading: 'Ihr Konto hat eine neue E-Mail-Adresse',
      paragraphs: (_, __, to) => [
        `Unser Support hat ${to} als E-Mail-Adresse Ihres Kontos eingetragen. Melden Sie sich ab jetzt damit an. Alle Sitzungen wurden beendet.`,
        'Wenn Sie nicht darum gebeten haben, wenden Sie sich an den Support.',
      ],
    },
    email_revert: {
      subject: 'Die Änderung Ihrer E-Mail-Adresse wurde rückgängig gemacht',
      heading: 'Die Änderung Ihrer E-Mail-Adresse wurde rückgängig gemacht',
      paragraphs: ({ isFirstProof }) => [
        'Die Änderung wurde mit dem Link in der E-Mail an die vorherige Adresse rückgängig gemacht. Diese Adresse gehört wieder zum Konto, ein neues Passwort wurde gesetzt, und alle Sitzungen wurden beendet.',
        ...(isFirstProof ? [firstProof] : []),
        'Wenn Sie das nicht erwartet haben, wenden Sie sich sofort an den Support.',
      ],
    },
    email_change: {
      subject: 'Ihre E-Mail-Adresse wurde geändert',
      heading: 'Ihre E-Mail-Adresse wurde geändert',
      paragraphs: ({ newAddress }, _, to) => [
        `Ihr Konto hat jetzt ${newAddress === undefined ? 'eine andere E-Mail-Adresse' : `die E-Mail-Adresse ${newAddress}`}. Mit ${to} können Sie sich nicht mehr anmelden.`,
        'Wenn Sie das waren, müssen Sie nichts tun. Wenn nicht, hat jemand anderes Zugriff auf Ihr Konto: Machen Sie die Änderung rückgängig und setzen Sie ein neues Passwort. Der Link gilt 72 Stunden und nur einmal, auch wenn das Passwort oder die Adresse noch einmal geändert wird.',
      ],
      action: 'Das war ich nicht',
    },
    step_up: {
      subject: 'Code zur Bestätigung, dass Sie es sind',
      heading: 'Code zur Bestätigung, dass Sie es sind',
      paragraphs: () => [
        'Sie sind dabei, etwas Wichtiges an Ihrem Konto zu ändern. Geben Sie diesen Code ein, um fortzufahren. Er gilt zehn Minuten.',
        'Geben Sie diesen Code nie weiter. Wenn Sie ihn nicht angefordert haben, ist jemand anderes in Ihrem Konto angemeldet: Melden Sie alle Geräte ab und informieren Sie Ihre Organisation.',
      ],
    },
    email_change_original: {
      subject: 'Code zum Ändern Ihrer E-Mail-Adresse',
      heading: 'Ändern Sie Ihre E-Mail-Adresse',
      paragraphs: () => [
        'Sie möchten die E-Mail-Adresse Ihres Kontos ändern. Geben Sie diesen Code ein, um fortzufahren. Er gilt zehn Minuten.',
        `Geben Sie diesen Code nie weiter. ${changeYourPassword}`,
      ],
    },
    email_change_new: {
      subject: 'Code zum Bestätigen Ihrer neuen E-Mail-Adresse',
      heading: 'Bestätigen Sie Ihre neue E-Mail-Adresse',
      paragraphs: () => [
        'Geben Sie diesen Code ein, um diese E-Mail-Adresse für Ihr Konto zu verwenden. Er gilt zehn Minuten.',
        'Wenn Sie das nicht angefordert haben, ignorieren Sie diese E-Mail.',
      ],
    },
    verification: {
      subject: 'Bestätigen Sie Ihre E-Mail-Adresse',
      heading: 'Bestätigen Sie Ihre E-Mail-Adresse',
      paragraphs: ({ code, disowningToken }, _, to) => [
        `Bestätigen Sie, dass ${to} zu Ihrem Konto gehört. Der Link gilt 24 Stunden und nur einmal.`,
        ...(code === undefined
          ? []
          : [
              'Statt den Link zu öffnen, können Sie den Code dort eingeben, wo Sie angemeldet sind. Geben Sie ihn nie weiter.',
            ]),
        disowningToken === undefined
          ? 'Wenn Sie diese Adresse nicht angegeben haben, ignorieren Sie diese E-Mail.'
          : 'Wenn Sie diese Adresse nicht angegeben haben, bestätigen Sie sie nicht. Mit dem zweiten Link übernehmen Sie das Konto: Sie setzen ein Passwort, und alles, was vorher eingerichtet wurde, wird entfernt.',
      ],
      action: 'E-Mail-Adresse bestätigen',
      disown: 'Ich habe dieses Konto nicht registriert',
    },
    password_reset: {
      subject: 'Setzen Sie Ihr Passwort zurück',
      heading: 'Setzen Sie Ihr Passwort zurück',
      paragraphs: ({ code }, _, to) => [
        `Für Ihr Konto mit der Adresse ${to} wurde ein neues Passwort angefordert. Der Link gilt eine Stunde und nur einmal.`,
        ...(code === undefined
          ? []
          : [
              'Statt den Link zu öffnen, können Sie den Code dort eingeben, wo Sie das neue Passwort angefordert haben. Geben Sie ihn nie weiter.',
            ]),
        'Wenn Sie das nicht waren, ignorieren Sie diese E-Mail. Ihr Passwort bleibt unverändert.',
      ],
      action: 'Neues Passwort setzen',
    },
    password_reset_managed: {
      subject: 'Ihr Konto hat hier kein Passwort',
      heading: 'Ihr Konto hat hier kein Passwort',
      paragraphs: ({ provider }) => [
        `Jemand hat ein neues Passwort für Ihr Konto angefordert. Es hat keines: Sie melden sich mit ${provider ?? 'dem Anmeldedienst Ihrer Organisation'} an. Ändern Sie Ihr Passwort dort.`,
        'Wenn Sie das nicht waren, müssen Sie nichts tun.',
      ],
    },
    password_reset_suspended: {
      subject: 'Ihr Konto ist gesperrt',
      heading: 'Ihr Konto ist gesperrt',
      paragraphs: ({ until }, date) => [
        until === null
          ? 'Jemand hat ein neues Passwort für Ihr Konto angefordert. Unser Support hat es gesperrt, daher kann das Passwort nicht geändert werden, und niemand kann sich anmelden.'
          : `Jemand hat ein neues Passwort für Ihr Konto angefordert. Unser Support hat es bis zum ${date(until)} gesperrt. Bis dahin kann das Passwort nicht geändert werden, und niemand kann sich anmelden.`,
        'Wenn Sie das für einen Fehler halten, wenden Sie sich an den Support.',
      ],
    },
    ip_authorization: {
      subject: 'Bestätigen Sie eine Anmeldung von einem neuen Ort',
      heading: 'Melden Sie sich gerade an?',
      paragraphs: ({ code }, _, to) => [
        `Jemand meldet sich mit Ihrem Passwort in Ihrem Konto ${to} an, von einer Netzwerkadresse, die wir noch nicht kennen. Die Anmeldung wartet auf Ihre Bestätigung.`,
        'Wenn Sie das sind, öffnen Sie den Link innerhalb von 15 Minuten nach der Anmeldung und geben Sie die Zahl ein, die das Gerät zeigt, auf dem Sie sich anmelden. Der Link gilt nur einmal.',
        ...(code === undefined
          ? []
          : [
              'Statt den Link zu öffnen, können Sie den Code auf dem Gerät eingeben, auf dem Sie sich anmelden. Geben Sie ihn nie weiter.',
            ]),
        'Wenn Sie das nicht sind, bestätigen Sie sie nicht und setzen Sie sofort Ihr Passwort zurück: Jemand anderes kennt es.',
      ],
      action: 'Anmeldung prüfen',
    },
  },
}
