import { fieldBounds } from '@gatehouse/proto/field-bounds'
import { security } from './security/de.ts'
import { sso } from './sso/de.ts'
import type { Texts } from './texts.ts'
import { webhooks } from './webhooks/de.ts'

const { email, globalName, password } = fieldBounds

export const de: Texts = {
  languageName: 'Deutsch',
  languages: 'Sprache',
  noScript: 'Diese Seite benötigt JavaScript. Schalten Sie es im Browser ein und laden Sie die Seite neu.',
  email: 'E-Mail',
  password: 'Passwort',
  showPassword: 'Passwort anzeigen',
  show: 'Anzeigen',
  capsLock: 'Die Feststelltaste ist aktiv.',
  newPassword: {
    length: `Mindestens ${password.min} Zeichen`,
    advice: 'Mehrere Wörter ohne Zusammenhang eignen sich gut.',
  },
  site: {
    terms: 'Nutzungsbedingungen',
    privacy: 'Datenschutzerklärung',
    support: 'Support kontaktieren',
  },
  cancel: 'Abbrechen',
  startOver: 'Neu beginnen',
  continue: 'Weiter',
  code: { label: 'Code', hint: 'Acht Buchstaben und Ziffern, zum Beispiel ABCD-EFGH.' },
  account: 'Konto',
  signOut: 'Abmelden',
  backToSignIn: 'Zurück zur Anmeldung',
  signIn: {
    sso: 'Mit Ihrer Organisation anmelden',
    ssoProgress: 'Anmeldung läuft …',
    title: 'Anmelden',
    submit: 'Anmelden',
    forgot: 'Passwort vergessen?',
    register: 'Neu hier?',
    registerLink: 'Konto erstellen',
    passkey: 'Mit einem Passkey anmelden',
    handoff: 'Mit einem anderen Gerät anmelden',
    or: 'oder',
  },
  secondFactor: {
    title: 'Code eingeben',
    text: 'Öffnen Sie Ihre Authentifizierungs-App und geben Sie den Code ein, den sie für dieses Konto anzeigt.',
    hint: 'Sechs Ziffern aus der App oder einer Ihrer Backup-Codes.',
    passkeyText:
      'Dieses Konto akzeptiert einen Passkey, den dieses Gerät oder ein Sicherheitsschlüssel bestätigt.',
    usePasskey: 'Passkey verwenden',
    smsHint: 'Die Ziffern aus der Nachricht auf Ihrem Telefon.',
    sendSms: 'Code per SMS senden',
    useApp: 'Stattdessen die Authenticator-App verwenden',
  },
  waiting: {
    title: 'Prüfen Sie Ihre E-Mails',
    text: 'Bestätigen Sie diese Anmeldung, um Ihr Konto zu schützen. Wir haben einen Link gesendet an',
    next: 'Öffnen Sie den Link auf einem beliebigen Gerät. Danach geht es hier von selbst weiter. Der Link gilt 15 Minuten.',
    number: 'Geben Sie diese Zahl auf der Seite des Links ein:',
    submitCode: 'Anmeldung bestätigen',
    resend: 'E-Mail erneut senden',
    ended: 'Diese Anmeldung ist beendet oder ihr Link abgelaufen. Melden Sie sich erneut an.',
    startOver: 'Zurück zum Anmeldeformular',
  },
  authorizeIp: {
    title: 'Sind Sie das?',
    text: 'Jemand meldet sich mit Ihrem Passwort in Ihrem Konto an, von einer Adresse, die wir noch nicht kennen.',
    number: 'Zahl',
    numberHint:
      'Das Gerät, auf dem Sie sich anmelden, zeigt zwei Ziffern. Wenn keines Ihrer Geräte eine Zahl zeigt, sind Sie es nicht.',
    submit: 'Ja, mich anmelden',
    notMe: 'Wenn Sie das nicht sind, kennt jemand Ihr Passwort. Bestätigen Sie nicht.',
    reset: 'Jetzt ein neues Passwort wählen',
    authorized:
      'Bestätigt. Gehen Sie zurück zu dem Gerät, auf dem Sie sich anmelden: Dort geht es von selbst weiter.',
  },
  register: {
    title: 'Konto erstellen',
    name: 'Anzeigename (optional)',
    nameHint: 'Andere sehen diesen Namen. Sie können ihn später ändern.',
    dateOfBirth: 'Geburtsdatum',
    dateOfBirthHint: 'Dient nur der Altersprüfung und wird anderen nie angezeigt.',
    consent: 'Ich stimme den [Nutzungsbedingungen] und der [Datenschutzerklärung] zu.',
    submit: 'Konto erstellen',
    signIn: 'Sie haben bereits ein Konto?',
    signInLink: 'Anmelden',
  },
  sessions: {
    title: 'Wo Sie angemeldet sind',
    nav: 'Sitzungen',
    intro: 'Diese Geräte sind bei Ihrem Konto angemeldet. Beenden Sie jede Sitzung, die Sie nicht kennen.',
    signedInAs: 'Angemeldet als',
    unverified:
      'Ihre E-Mail-Adresse ist noch nicht bestätigt. Öffnen Sie den Link in der E-Mail, die wir Ihnen gesendet haben.',
    current: 'Dieses Gerät',
    end: 'Sitzung beenden',
    endOthers: 'Alle anderen Sitzungen beenden',
    endOthersTitle: 'Alle anderen Sitzungen beenden?',
    endOthersText: 'Alle Geräte außer diesem werden abgemeldet und müssen sich neu anmelden.',
  },
  security: security.page,
  sso: sso.page,
  webhooks: webhooks.page,
  stepUp: {
    title: 'Bestätigen Sie Ihre Identität',
    text: 'Geben Sie Ihr Passwort ein, um fortzufahren.',
    codeText: 'Geben Sie einen Code Ihrer Authentifizierungs-App ein, um fortzufahren.',
    passkeyText:
      'Verwenden Sie Ihren Passkey, um fortzufahren. Das Passwort reicht bei diesem Konto nicht aus.',
    sso: 'Weiter mit Ihrer Organisation',
    ssoText:
      'Melden Sie sich beim Anmeldedienst erneut an. Danach kehren Sie auf diese Seite zurück und wiederholen den Schritt.',
    emailText: 'Bestätigen Sie mit einem Code, den wir an Ihre E-Mail-Adresse senden, dass Sie es sind.',
    sendEmail: 'Code per E-Mail senden',
    submit: 'Bestätigen',
  },
  handoff: {
    title: 'Geräteanmeldung',
    nav: 'Gerät anmelden',
    receiveTitle: 'Mit einem anderen Gerät anmelden',
    receiveText:
      'Nutzen Sie ein Gerät, auf dem Sie bereits angemeldet sind, etwa Ihr Telefon. Auf diesem Gerät brauchen Sie kein Passwort.',
    showCode: 'Code anzeigen',
    orEnter: 'Das andere Gerät zeigt einen Code an',
    giveTitle: 'Ein anderes Gerät anmelden',
    giveText:
      'Öffnen Sie die Anmeldeseite auf dem anderen Gerät, wählen Sie „Mit einem anderen Gerät anmelden“ und geben Sie dessen Code hier ein.',
    giveShowCode: 'Stattdessen einen Code auf diesem Gerät anzeigen',
    onOtherDevice: 'Öffnen Sie diese Seite auf dem anderen Gerät und geben Sie den Code ein:',
    lifetime: 'Der Code gilt fünf Minuten. Geben Sie ihn nur auf einem eigenen Gerät ein.',
    confirmTitle: 'Dieses Gerät anmelden?',
    confirmText:
      'Es erhält vollen Zugriff auf Ihr Konto. Fahren Sie nur fort, wenn Sie dieses Gerät vor sich haben. Hat Ihnen jemand anderes den Code gegeben, lehnen Sie ab.',
    confirm: 'Ja, anmelden',
    decline: 'Ablehnen',
    signIn: 'Mit Passwort anmelden',
  },
  verify: {
    title: 'E-Mail-Adresse bestätigen',
    text: 'Bestätigen Sie mit der Schaltfläche, dass diese E-Mail-Adresse Ihnen gehört.',
    codeText: 'Geben Sie den Code aus der E-Mail ein, um zu bestätigen, dass diese Adresse Ihnen gehört.',
    registered: 'Registriert',
    enterCode: 'Code aus der E-Mail eingeben',
    submit: 'E-Mail-Adresse bestätigen',
    verified: 'Ihre E-Mail-Adresse ist bestätigt.',
    resend: 'Neue E-Mail senden',
    signInFirst: 'Melden Sie sich an, um eine neue E-Mail zu senden.',
    continue: 'Zum Konto',
  },
  forgot: {
    title: 'Passwort vergessen?',
    text: 'Geben Sie die E-Mail-Adresse Ihres Kontos ein. Wir senden Ihnen einen Link, mit dem Sie ein neues Passwort wählen.',
    noMail:
      'Dieser Dienst versendet keine E-Mails und kann Ihnen daher keinen Link senden. Der Support kann ein neues Passwort für Sie setzen.',
    submit: 'Link senden',
    sent: 'Wenn ein Konto diese Adresse hat, ist eine E-Mail mit einem Link unterwegs. Der Link ist eine Stunde gültig. Wenn keine E-Mail ankommt, prüfen Sie den Spam-Ordner und die Schreibweise der Adresse.',
  },
  reset: {
    title: 'Neues Passwort wählen',
    account: 'Ihr Konto:',
    text: 'Alle Ihre anderen Geräte werden abgemeldet.',
    removes:
      'Diese E-Mail-Adresse hat noch niemand bestätigt. Deshalb werden bereits eingerichtete Passkeys, zweite Faktoren, die Telefonnummer und Verknüpfungen mit anderen Konten entfernt.',
    mayRemove:
      'Wenn noch niemand diese E-Mail-Adresse bestätigt hat, werden Passkeys, zweite Faktoren, die Telefonnummer und Verbindungen zu anderen Konten, die vorher eingerichtet wurden, entfernt.',
    password: 'Neues Passwort',
    submit: 'Passwort ändern',
    forgot: 'Neuen Link senden',
  },
  emailChange: {
    title: 'E-Mail-Adresse ändern',
    current: 'Ihre E-Mail-Adresse ist',
    intro:
      'Bestätigen Sie zuerst Ihre Identität: Ist Ihre Adresse bestätigt, senden wir einen Code an sie. Danach senden wir einen Code an die neue Adresse.',
    originalTitle: 'Aktuelle Adresse bestätigen',
    sentTo: 'Geben Sie den Code ein, den wir an diese Adresse gesendet haben:',
    resend: 'Neuen Code senden',
    newTitle: 'Neue Adresse eingeben',
    newEmail: 'Neue E-Mail-Adresse',
    newEmailHint: 'Mit dieser Adresse melden Sie sich künftig an.',
    sendCode: 'Code senden',
    confirmTitle: 'Neue Adresse bestätigen',
    consequence:
      'Alle Ihre anderen Geräte werden abgemeldet. Die alte Adresse erhält eine E-Mail, mit der Sie die Änderung 72 Stunden lang rückgängig machen können.',
    submit: 'E-Mail-Adresse ändern',
    otherAddress: 'Andere Adresse verwenden',
  },
  revert: {
    title: 'Änderung der E-Mail-Adresse rückgängig machen',
    text: 'Ihr Konto erhält diese E-Mail-Adresse zurück. Wählen Sie ein neues Passwort, damit sich niemand anderes anmelden kann.',
    consequence:
      'Alle Geräte werden abgemeldet. Wenn niemand diese Adresse bestätigt hatte, werden Passkeys, zweite Faktoren, die Telefonnummer und Verknüpfungen mit anderen Konten entfernt.',
    submit: 'Änderung rückgängig machen',
  },
  script: {
    security: security.script,
    sso: sso.script,
    webhooks: webhooks.script,
    email: 'Konto',
    codeHint: 'Sechs Ziffern aus der App oder einer Ihrer Backup-Codes.',
    backupCodeHint: 'Wenn Sie Ihren Passkey verloren haben: einer Ihrer Backup-Codes.',
    smsHint: 'Die Ziffern aus der Nachricht auf Ihrem Telefon.',
    smsSent: 'Ein Code ist unterwegs an Ihr Telefon {phone}. Er gilt zehn Minuten; nur der neueste zählt.',
    hide: 'Verbergen',
    hidePassword: 'Passwort verbergen',
    wait: 'Erneut in {seconds} s',
    checkFields: 'Prüfen Sie die folgenden Felder:',
    rateLimited: 'Zu viele Versuche. Versuchen Sie es in {seconds} Sekunden erneut.',
    siteDataBlocked:
      'Dieser Browser blockiert Websitedaten, daher können Sie nicht angemeldet bleiben. Erlauben Sie sie für diese Website und laden Sie die Seite neu.',
    noCallback: 'Der Anmeldedienst hat dieser Seite keine Antwort geschickt. Melden Sie sich erneut an.',
    noAccount:
      'Sie haben hier kein Konto, und die Anmeldung über Ihren Anmeldedienst legt keines an. Bitten Sie die Administration darum.',
    unexpected: 'Etwas ist schiefgegangen. Versuchen Sie es später erneut.',
    request: 'Referenz: {id}',
    signedOut: 'Sie sind abgemeldet.',
    sessionEnded: 'Ihre Sitzung ist beendet. Melden Sie sich erneut an.',
    registered: 'Ihr Konto ist bereit.',
    unknownBrowser: 'Unbekannter Browser',
    unknownPlace: 'Unbekannter Ort',
    onSystem: '{browser} unter {os}',
    endSession: 'Sitzung beenden: {device}',
    activeNow: 'Gerade aktiv',
    lastActive: 'Aktiv {time}',
    signedIn: 'Angemeldet {time}',
    sessionWasEnded: 'Die Sitzung wurde beendet.',
    othersWereEnded: 'Alle anderen Sitzungen wurden beendet.',
    noOthers: 'Sie sind nur auf diesem Gerät angemeldet.',
    waitingForOther: 'Warten auf das andere Gerät…',
    waitingForConsent: 'Bestätigen Sie zum Abschluss auf dem anderen Gerät.',
    codeEnded: 'Der Code ist abgelaufen oder wurde abgebrochen. Beginnen Sie von vorn.',
    handedOver: 'Das andere Gerät wird angemeldet.',
    declined: 'Abgelehnt. Das andere Gerät wurde nicht angemeldet.',
    mailSent: 'Eine neue E-Mail ist unterwegs. Nur ihr Link ist jetzt gültig.',
    incompleteLink:
      'Dieser Link ist unvollständig. Öffnen Sie den Link in der E-Mail erneut oder kopieren Sie ihn vollständig.',
    passwordReset: 'Ihr Passwort ist geändert und Sie sind angemeldet. Alle anderen Sitzungen sind beendet.',
    captchaUnsupported:
      'Dieser Dienst verlangt ein Captcha, das diese Seite nicht unterstützt. Nutzen Sie die App.',
    captchaBlocked:
      'Das Captcha konnte nicht geladen werden. Schalten Sie Inhaltsblocker für diese Seite aus und laden Sie sie neu.',
    codeSent: 'Ein neuer Code ist unterwegs. Nur dieser ist jetzt gültig.',
    emailChanged: 'Ihre E-Mail-Adresse ist geändert. Alle anderen Sitzungen sind beendet.',
    passwordSet: 'Ihr neues Passwort ist gesetzt. Schließen Sie die Anmeldung unten ab.',
    emailRestored:
      'Die Änderung ist rückgängig gemacht und Ihr neues Passwort ist gesetzt. Schließen Sie die Anmeldung unten ab.',
    emailReverted:
      'Die Änderung ist rückgängig gemacht, Ihr Passwort ist geändert und Sie sind angemeldet. Alle anderen Sitzungen sind beendet.',
    usePasskey: 'Passkey verwenden',
    signInWith: 'Mit {name} anmelden',
    stepUp: {
      continueWith: 'Weiter mit {name}',
      repeat: 'Sie haben sich erneut angemeldet. Wiederholen Sie jetzt den Schritt.',
      otherAccount: 'Sie haben sich bei einem anderen Konto angemeldet und sind vom bisherigen abgemeldet.',
      notConfirmed: 'Der Anmeldedienst hat Ihre Identität nicht bestätigt. Es wurde nichts geändert.',
      noSso:
        'Sie können Ihre Identität nur mit dem Anmeldedienst bestätigen, der auf dieser Seite gerade nicht verfügbar ist.',
      noSsoProof:
        'Sie haben sich erneut angemeldet, aber der Anmeldedienst hat keinen Nachweis dafür gesendet. Wenden Sie sich an den Support.',
    },
    passkeyNotUsed:
      'Es wurde kein Passkey verwendet. Versuchen Sie es noch einmal, oder wählen Sie einen anderen Weg.',
    passkeyRequired:
      'Es wurde kein Passkey verwendet. Verwenden Sie das Gerät oder den Sicherheitsschlüssel mit Ihrem Passkey. Wenn Sie ihn verloren haben, wenden Sie sich an den Support.',
    passkeysNeedHttps: 'Passkeys brauchen https, das diese Adresse nicht verwendet.',
    passkeysUnsupported:
      'Dieser Browser unterstützt keine Passkeys. Verwenden Sie einen anderen Browser oder ein anderes Gerät.',
    passkeyProblems: {
      NotAllowedError: 'Es wurde kein Passkey hinzugefügt. Versuchen Sie es noch einmal.',
      InvalidStateError: 'Dieses Gerät hat schon einen Passkey Ihres Kontos.',
    },
    waitingForMail: 'Warten auf Ihre Bestätigung…',
    resendIn: 'Erneut senden in {seconds} s',
    authorizationMailSent: 'Eine neue E-Mail ist unterwegs. Nur ihr Link gilt jetzt noch.',
    time: 'Zeit',
    device: 'Gerät',
    place: 'Ungefährer Ort',
    address: 'IP-Adresse',
    errors: {
      MISSING_ACCESS: 'Sie sind kein Mitglied der Gilde dieses Kanals.',
      MISSING_PERMISSIONS: 'Sie brauchen in diesem Kanal die Berechtigung „Webhooks verwalten“.',
      UNKNOWN_CHANNEL: 'Es gibt keinen Kanal mit dieser ID.',
      UNKNOWN_WEBHOOK: 'Dieser Webhook wurde gelöscht. Laden Sie die Seite neu.',
      UNKNOWN_DELIVERY: 'Diese Zustellung ist nicht mehr gespeichert.',
      DELIVERY_BODY_TRUNCATED:
        'Von diesem Inhalt wurde nur der Anfang gespeichert. Wiederholen Sie die Zustellung beim Absender.',
      CHANNEL_ARCHIVED: 'Dieser Kanal ist archiviert.',
      FORMAT_NOT_ALLOWED: 'Die Einstellungen dieses Webhooks erlauben keine Nachrichten dieser Seite.',
      MAX_WEBHOOKS_PER_CHANNEL: 'Dieser Kanal hat die höchste Zahl von Webhooks.',
      MAX_WEBHOOKS_PER_GUILD: 'Diese Gilde hat die höchste Zahl von Webhooks.',
      NETWORK_ERROR:
        'Der Dienst ist nicht erreichbar. Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.',
      UNEXPECTED_RESPONSE: 'Der Dienst hat unerwartet geantwortet. Versuchen Sie es später erneut.',
      SESSION_LIMIT_REACHED:
        'Ihr Konto hat zu viele Sitzungen. Beenden Sie einige davon und versuchen Sie es dann erneut.',
      INVALID_HANDOFF_CODE: 'Dieser Code ist falsch, abgelaufen oder bereits verwendet.',
      UNKNOWN_HANDOFF: 'Dieser Code ist falsch, abgelaufen oder bereits verwendet.',
      SESSION_TOKEN_MISMATCH: 'Ihre Sitzung ist beendet. Melden Sie sich erneut an.',
      INVALID_TOKEN: 'Ihre Sitzung ist beendet. Melden Sie sich erneut an.',
      UNAUTHORIZED: 'Ihre Sitzung ist beendet. Melden Sie sich erneut an.',
      UNKNOWN_USER: 'Ihre Sitzung ist beendet. Melden Sie sich erneut an.',
      CAPTCHA_REQUIRED: 'Lösen Sie das Captcha, um fortzufahren.',
      INVALID_CAPTCHA: 'Das Captcha wurde nicht akzeptiert. Lösen Sie es erneut.',
      PASSKEY_AUTHENTICATION_FAILED:
        'Dieser Passkey wurde nicht akzeptiert. Möglicherweise wurde er aus dem Konto entfernt.',
      INVALID_WEBAUTHN_CREDENTIAL: 'Dieser Passkey wurde nicht akzeptiert. Beginnen Sie von vorn.',
      WEBAUTHN_CREDENTIAL_LIMIT_REACHED:
        'Dieses Konto hat die Höchstzahl an Passkeys. Entfernen Sie zuerst einen.',
      UNKNOWN_WEBAUTHN_CREDENTIAL: 'Dieser Passkey wurde schon entfernt. Laden Sie die Seite neu.',
      SSO_REQUIRED: 'Melden Sie sich über Ihre Organisation an.',
      MANAGED_BY_SSO:
        'Ihre Organisation verwaltet dieses Konto. Ändern Sie Ihr Passwort dort, und bitten Sie die Administration um eine andere E-Mail-Adresse.',
      SSO_IS_ONLY_SIGN_IN:
        'Fügen Sie zuerst einen Passkey hinzu: Sonst könnten Sie sich nicht mehr anmelden.',
      FEATURE_TEMPORARILY_DISABLED: 'Diese Anmeldung ist gerade nicht möglich.',
      NO_PASSKEYS_REGISTERED: 'Dieses Konto hat keinen Passkey mehr. Melden Sie sich noch einmal an.',
      ACCOUNT_SUSPENDED_PERMANENTLY: 'Dieses Konto ist dauerhaft gesperrt.',
      ACCOUNT_SUSPENDED_TEMPORARILY: 'Dieses Konto ist vorübergehend gesperrt.',
      IP_AUTHORIZATION_REQUIRED: 'Diese Anmeldung wartet auf eine Bestätigung per E-Mail.',
      IP_AUTHORIZATION_RESEND_COOLDOWN:
        'Die E-Mail wurde gerade erst gesendet. Versuchen Sie es gleich noch einmal.',
      IP_AUTHORIZATION_RESEND_LIMIT_EXCEEDED:
        'Die E-Mail wurde schon zweimal gesendet. Sehen Sie im Spam-Ordner nach oder melden Sie sich erneut an.',
      PASSWORD_LOGIN_DISABLED:
        'Dieses Passwort ist nach zu vielen Fehlversuchen gesperrt. Setzen Sie es zurück oder wenden Sie sich an den Support.',
      IDEMPOTENCY_KEY_REUSED: 'Dieses Konto besteht bereits. Melden Sie sich an.',
      SMS_MFA_NOT_ENABLED: 'Die Codes per SMS wurden inzwischen geändert. Laden Sie die Seite neu.',
      SMS_MFA_REQUIRES_TOTP: 'Richten Sie zuerst eine Authenticator-App ein.',
      PHONE_REQUIRED_FOR_SMS_MFA: 'Fügen Sie zuerst eine Telefonnummer hinzu.',
      SMS_VERIFICATION_UNAVAILABLE:
        'An diese Nummer kann gerade kein Code gesendet werden. Wählen Sie einen anderen Weg, oder versuchen Sie es später erneut.',
      INVALID_PHONE_NUMBER:
        'Geben Sie eine Mobilfunknummer mit Landesvorwahl ein, zum Beispiel +4915112345678.',
      INVALID_PHONE_VERIFICATION_CODE: 'Dieser Code ist falsch, abgelaufen oder schon verwendet.',
      PHONE_ALREADY_USED: 'Diese Telefonnummer gehört zu einem anderen Konto.',
      PHONE_VERIFICATION_REQUIRED: 'Die Bestätigung ist abgelaufen. Senden Sie einen neuen Code.',
      TWO_FACTOR_ALREADY_ENABLED:
        'Dieses Konto hat bereits eine Authentifizierungs-App. Laden Sie die Seite neu.',
      TWO_FACTOR_NOT_ENABLED: 'Dieses Konto hat keine Authentifizierungs-App. Laden Sie die Seite neu.',
      SUDO_MODE_REQUIRED: 'Bestätigen Sie Ihre Identität, um fortzufahren.',
      INTERNAL_SERVER_ERROR: 'Ein interner Fehler ist aufgetreten. Versuchen Sie es später erneut.',
      SERVICE_UNAVAILABLE: 'Der Dienst ist vorübergehend nicht verfügbar. Versuchen Sie es gleich erneut.',
      UPSTREAM_TIMEOUT: 'Der Dienst hat zu lange gebraucht. Versuchen Sie es gleich erneut.',
      REQUEST_TIMEOUT: 'Die Verbindung ist zu langsam. Versuchen Sie es erneut.',
    },
    fieldErrors: {
      WEBHOOK_NAME_LENGTH_INVALID: 'Geben Sie einen Namen mit höchstens 80 Zeichen ein.',
      INVALID_SNOWFLAKE_FORMAT: 'Eine ID besteht nur aus Ziffern.',
      SNOWFLAKE_OUT_OF_RANGE: 'Diese ID ist zu groß.',
      INVALID_OR_EXPIRED_VERIFICATION_TOKEN: 'Dieser Link ist ungültig, abgelaufen oder bereits verwendet.',
      INVALID_OR_EXPIRED_AUTHORIZATION_TOKEN:
        'Dieser Link ist ungültig, abgelaufen oder bereits verwendet. Melden Sie sich erneut an, um einen neuen zu erhalten.',
      INVALID_AUTHORIZATION_NUMBER: 'Das ist nicht die Zahl, die das Gerät zeigt, auf dem Sie sich anmelden.',
      INVALID_OR_EXPIRED_AUTHORIZATION_TICKET: 'Diese Anmeldung ist abgelaufen. Melden Sie sich erneut an.',
      INVALID_OR_EXPIRED_SSO_STATE:
        'Diese Anmeldung ist abgelaufen, bereits verwendet oder wurde in einem anderen Browser begonnen. Melden Sie sich erneut an.',
      SSO_ACCESS_DENIED:
        'Sie haben die Anmeldung abgebrochen, oder der Anmeldedienst gibt Ihnen hier keinen Zugang. Bitten Sie dessen Administration darum.',
      SSO_PROVIDER_UNAVAILABLE: 'Der Anmeldedienst hat ein Problem. Versuchen Sie es später erneut.',
      INVALID_SSO_AUTHORIZATION_CODE:
        'Der Anmeldedienst hat diese Anmeldung abgelehnt. Melden Sie sich erneut an.',
      INVALID_SSO_ISSUER:
        'Die Antwort des Anmeldedienstes ist ungültig. Melden Sie sich erneut an oder wenden Sie sich an den Support.',
      INVALID_SSO_TOKEN:
        'Die Antwort des Anmeldedienstes ist ungültig. Melden Sie sich erneut an oder wenden Sie sich an den Support.',
      FAILED_TO_FETCH_SSO_USER_INFO:
        'Die Antwort des Anmeldedienstes ist ungültig. Melden Sie sich erneut an oder wenden Sie sich an den Support.',
      FAILED_TO_PARSE_SSO_USER_INFO:
        'Die Antwort des Anmeldedienstes ist ungültig. Melden Sie sich erneut an oder wenden Sie sich an den Support.',
      SSO_MISCONFIGURED: 'Diese Anmeldung ist falsch eingestellt. Wenden Sie sich an den Support.',
      SSO_PROVIDER_DID_NOT_RETURN_EMAIL:
        'Der Anmeldedienst hat keine gültige E-Mail-Adresse gesendet. Wenden Sie sich an den Support.',
      EMAIL_DOMAIN_NOT_ALLOWED_FOR_SSO: 'Mit dieser E-Mail-Adresse ist hier keine Anmeldung möglich.',
      EMAIL_NOT_VERIFIED_BY_SSO_PROVIDER: 'Der Anmeldedienst hat Ihre E-Mail-Adresse nicht bestätigt.',
      EMAIL_NOT_LINKABLE_TO_SSO:
        'Es gibt ein Konto mit Ihrer E-Mail-Adresse, das nicht mit dieser Anmeldung verbunden werden kann. Wenn Sie sich bei ihm auf andere Weise anmelden können, tun Sie das und verbinden Sie es unter „Sicherheit“. Sonst wenden Sie sich an die Administration: Der Grund steht im Protokoll des Dienstes.',
      SSO_ALREADY_CONNECTED:
        'Ihr Konto ist beim Anmeldedienst mit einer anderen Person verbunden. Trennen Sie es zuerst.',
      SSO_IDENTITY_ALREADY_IN_USE:
        'Sie haben sich beim Anmeldedienst als jemand angemeldet, der hier ein anderes Konto nutzt.',
      SSO_IDENTITY_MISMATCH:
        'Das Konto mit Ihrer E-Mail-Adresse gehört beim Anmeldedienst einer anderen Person. Wenden Sie sich an den Support.',
      INVALID_OR_EXPIRED_RESET_TOKEN: 'Dieser Link ist ungültig, abgelaufen oder bereits verwendet.',
      INVALID_OR_EXPIRED_REVERT_TOKEN: 'Dieser Link ist ungültig, abgelaufen oder bereits verwendet.',
      INVALID_OR_EXPIRED_TICKET:
        'Diese Änderung ist abgelaufen, oder ein Code war zu oft falsch. Beginnen Sie von vorn.',
      SESSION_TIMEOUT:
        'Diese Anmeldung ist abgelaufen, oder ein Code war zu oft falsch. Melden Sie sich erneut an.',
      TOTP_NOT_ENABLED:
        'Ihre Authentifizierungs-App wurde von diesem Konto entfernt. Melden Sie sich erneut an.',
      CODE_ALREADY_USED:
        'Dieser Code wurde bereits verwendet. Geben Sie den nächsten Code der App oder einen anderen Backup-Code ein.',
      INVALID_CODE:
        'Dieser Code ist falsch oder wurde bereits verwendet. Wenn Ihre App ihn zeigt, geht vielleicht die Uhr ihres Geräts falsch.',
      INVALID_PASSKEY_RESPONSE:
        'Dieser Passkey wurde nicht akzeptiert. Möglicherweise wurde er aus dem Konto entfernt.',
      INVALID_MFA_CODE:
        'Dieser Code ist falsch oder wurde bereits verwendet. Wenn Ihre App ihn zeigt, geht vielleicht die Uhr ihres Geräts falsch.',
      INVALID_VERIFICATION_CODE: 'Dieser Code ist falsch.',
      VERIFICATION_CODE_EXPIRED: 'Dieser Code ist abgelaufen. Senden Sie einen neuen.',
      INVALID_EMAIL_TOKEN: 'Diese Änderung ist abgelaufen. Beginnen Sie von vorn.',
      EMAIL_TOKEN_EXPIRED: 'Diese Änderung ist abgelaufen. Beginnen Sie von vorn.',
      NEW_EMAIL_MUST_BE_DIFFERENT: 'Geben Sie eine andere Adresse als Ihre aktuelle ein.',
      MUST_HAVE_EMAIL_TO_CHANGE_IT: 'Dieses Konto hat keine E-Mail-Adresse.',
      REQUIRED: 'Füllen Sie dieses Feld aus.',
      INVALID_FORMAT: 'Dieser Wert hat ein ungültiges Format.',
      INVALID_EMAIL_FORMAT: 'Geben Sie eine gültige E-Mail-Adresse ein, zum Beispiel name@example.com.',
      INVALID_EMAIL_LOCAL_PART: 'Der Teil vor dem @ enthält ungültige Zeichen.',
      INVALID_EMAIL_ADDRESS:
        'Die Domain dieser Adresse nimmt keine E-Mails an. Prüfen Sie sie auf Tippfehler.',
      INVALID_EMAIL_OR_PASSWORD: 'E-Mail oder Passwort ist falsch.',
      EMAIL_LENGTH_INVALID: `Verwenden Sie höchstens ${email.max} Zeichen.`,
      EMAIL_ALREADY_IN_USE: 'Es gibt bereits ein Konto mit dieser E-Mail-Adresse.',
      PASSWORD_LENGTH_INVALID: `Verwenden Sie ${password.min} bis ${password.max} Zeichen.`,
      PASSWORD_IS_TOO_COMMON: 'Dieses Passwort ist zu verbreitet. Wählen Sie ein anderes.',
      PASSWORD_NOT_SET: 'Dieses Konto hat kein Passwort.',
      INVALID_PASSWORD: 'Das Passwort ist falsch.',
      GLOBAL_NAME_LENGTH_INVALID: `Verwenden Sie ${globalName.min} bis ${globalName.max} Zeichen.`,
      GLOBAL_NAME_RESERVED_VALUE: 'Dieser Name ist reserviert. Wählen Sie einen anderen.',
      GLOBAL_NAME_CANNOT_CONTAIN_RESERVED_TERMS:
        'Dieser Name enthält ein reserviertes Wort. Wählen Sie einen anderen.',
      TOO_MANY_USERS_WITH_THIS_USERNAME: 'Zu viele Personen haben diesen Namen. Wählen Sie einen anderen.',
      INVALID_DATE_OF_BIRTH_FORMAT: 'Geben Sie ein gültiges Datum ein, mit allen vier Ziffern des Jahres.',
      MUST_BE_IN_THE_PAST: 'Geben Sie ein Datum in der Vergangenheit ein.',
      MUST_BE_MINIMUM_AGE: 'Sie sind nicht alt genug, um ein Konto zu erstellen.',
      MUST_AGREE_TO_TOS_AND_PRIVACY_POLICY:
        'Stimmen Sie den Nutzungsbedingungen und der Datenschutzerklärung zu, um fortzufahren.',
      INVALID_PROVIDER_URL: 'Geben Sie eine Adresse ein, die mit https beginnt und keine Zugangsdaten hat.',
      PROVIDER_HOST_NOT_ALLOWED:
        'Dieser Host hat eine Adresse eines privaten Netzes. Der Betreiber kann ihn erlauben.',
      INVALID_PRIVATE_KEY: 'Das ist kein privater RSA-, EC- oder Ed25519-Schlüssel.',
      INVALID_DOMAIN: 'Geben Sie Domains wie example.com ein.',
      STRING_LENGTH_INVALID: 'Dieser Wert ist zu kurz oder zu lang.',
    },
  },
}
