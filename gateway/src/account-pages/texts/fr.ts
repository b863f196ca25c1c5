import { fieldBounds } from '@gatehouse/proto/field-bounds'
import { security } from './security/fr.ts'
import { sso } from './sso/fr.ts'
import type { Texts } from './texts.ts'
import { webhooks } from './webhooks/fr.ts'

const { email, globalName, password } = fieldBounds

export const fr: Texts = {
  languageName: 'Français',
  languages: 'Langue',
  noScript: 'Cette page nécessite JavaScript. Activez-le dans votre navigateur et rechargez la page.',
  email: 'E-mail',
  password: 'Mot de passe',
  showPassword: 'Afficher le mot de passe',
  show: 'Afficher',
  capsLock: 'La touche Verr. Maj. est activée.',
  newPassword: {
    length: `Au moins ${password.min} caractères`,
    advice: 'Plusieurs mots sans lien entre eux conviennent bien.',
  },
  site: {
    terms: 'Conditions d’utilisation',
    privacy: 'Politique de confidentialité',
    support: 'Contacter l’assistance',
  },
  cancel: 'Annuler',
  startOver: 'Recommencer',
  continue: 'Continuer',
  code: { label: 'Code', hint: 'Huit lettres et chiffres, par exemple ABCD-EFGH.' },
  account: 'Compte',
  signOut: 'Se déconnecter',
  backToSignIn: 'Retour à la connexion',
  signIn: {
    sso: 'Se connecter avec votre organisation',
    ssoProgress: 'Connexion en cours…',
    title: 'Se connecter',
    submit: 'Se connecter',
    forgot: 'Mot de passe oublié ?',
    register: 'Nouveau ici ?',
    registerLink: 'Créer un compte',
    passkey: 'Se connecter avec une clé d’accès',
    handoff: 'Se connecter avec un autre appareil',
    or: 'ou',
  },
  secondFactor: {
    title: 'Saisissez votre code',
    text: 'Ouvrez votre application d’authentification et saisissez le code qu’elle affiche pour ce compte.',
    hint: 'Six chiffres de l’application, ou l’un de vos codes de secours.',
    passkeyText: 'Ce compte accepte une clé d’accès, que cet appareil ou une clé de sécurité confirme.',
    usePasskey: 'Utiliser une clé d’accès',
    smsHint: 'Les chiffres du message reçu sur votre téléphone.',
    sendSms: 'Envoyer un code par SMS',
    useApp: 'Utiliser plutôt l’application d’authentification',
  },
  waiting: {
    title: 'Consultez vos e-mails',
    text: 'Pour protéger votre compte, confirmez cette connexion. Nous avons envoyé un lien à',
    next: 'Ouvrez le lien sur n’importe quel appareil. Cette page continue ensuite d’elle-même. Le lien est valable 15 minutes.',
    number: 'Saisissez ce nombre sur la page du lien :',
    submitCode: 'Confirmer la connexion',
    resend: 'Renvoyer l’e-mail',
    ended: 'Cette connexion est terminée, ou son lien a expiré. Connectez-vous à nouveau.',
    startOver: 'Retour au formulaire de connexion',
  },
  authorizeIp: {
    title: 'Est-ce bien vous ?',
    text: 'Quelqu’un se connecte à votre compte avec votre mot de passe, depuis une adresse que nous ne connaissons pas encore.',
    number: 'Nombre',
    numberHint:
      'L’appareil sur lequel vous vous connectez affiche deux chiffres. Si aucun de vos appareils n’affiche de nombre, ce n’est pas vous.',
    submit: 'Oui, me connecter',
    notMe: 'Si ce n’est pas vous, quelqu’un connaît votre mot de passe. Ne confirmez pas.',
    reset: 'Choisir un nouveau mot de passe',
    authorized:
      'C’est confirmé. Retournez à l’appareil sur lequel vous vous connectez : il continue de lui-même.',
  },
  register: {
    title: 'Créer un compte',
    name: 'Nom affiché (facultatif)',
    nameHint: 'Les autres voient ce nom. Vous pourrez le modifier plus tard.',
    dateOfBirth: 'Date de naissance',
    dateOfBirthHint: 'Sert uniquement à vérifier votre âge. Elle n’est jamais montrée aux autres.',
    consent: 'J’accepte les [conditions d’utilisation] et la [politique de confidentialité].',
    submit: 'Créer le compte',
    signIn: 'Vous avez déjà un compte ?',
    signInLink: 'Se connecter',
  },
  sessions: {
    title: 'Où vous êtes connecté',
    nav: 'Sessions',
    intro:
      'Ces appareils sont connectés à votre compte. Mettez fin à chaque session que vous ne reconnaissez pas.',
    signedInAs: 'Connecté en tant que',
    unverified:
      'Votre adresse e-mail n’est pas encore confirmée. Ouvrez le lien de l’e-mail que nous vous avons envoyé.',
    current: 'Cet appareil',
    end: 'Mettre fin à la session',
    endOthers: 'Mettre fin à toutes les autres sessions',
    endOthersTitle: 'Mettre fin à toutes les autres sessions ?',
    endOthersText: 'Tous les appareils sauf celui-ci sont déconnectés et devront se reconnecter.',
  },
  security: security.page,
  sso: sso.page,
  webhooks: webhooks.page,
  stepUp: {
    title: 'Confirmez votre identité',
    text: 'Saisissez votre mot de passe pour continuer.',
    codeText: 'Saisissez un code de votre application d’authentification pour continuer.',
    passkeyText: 'Utilisez votre clé d’accès pour continuer. Le mot de passe ne suffit pas pour ce compte.',
    sso: 'Continuer avec votre organisation',
    ssoText:
      'Connectez-vous de nouveau chez votre fournisseur d’identité. Vous revenez ensuite sur cette page et répétez l’opération.',
    emailText: 'Confirmez que c’est vous avec un code que nous envoyons à votre adresse e-mail.',
    sendEmail: 'Envoyer un code par e-mail',
    submit: 'Confirmer',
  },
  handoff: {
    title: 'Connexion d’un appareil',
    nav: 'Connecter un appareil',
    receiveTitle: 'Se connecter avec un autre appareil',
    receiveText:
      'Utilisez un appareil sur lequel vous êtes déjà connecté, comme votre téléphone. Aucun mot de passe n’est nécessaire sur cet appareil.',
    showCode: 'Afficher un code',
    orEnter: 'L’autre appareil affiche un code',
    giveTitle: 'Connecter un autre appareil',
    giveText:
      'Ouvrez la page de connexion sur l’autre appareil, choisissez « Se connecter avec un autre appareil » et saisissez son code ici.',
    giveShowCode: 'Afficher plutôt un code sur cet appareil',
    onOtherDevice: 'Sur l’autre appareil, ouvrez cette page et saisissez le code :',
    lifetime: 'Le code est valable cinq minutes. Ne le saisissez que sur un appareil qui vous appartient.',
    confirmTitle: 'Connecter cet appareil ?',
    confirmText:
      'Il obtient un accès complet à votre compte. Continuez seulement si vous avez cet appareil devant vous. Si quelqu’un d’autre vous a donné le code, refusez.',
    confirm: 'Oui, le connecter',
    decline: 'Refuser',
    signIn: 'Se connecter avec un mot de passe',
  },
  verify: {
    title: 'Confirmer votre adresse e-mail',
    text: 'Confirmez avec le bouton que cette adresse e-mail est la vôtre.',
    codeText: 'Saisissez le code de l’e-mail pour confirmer que cette adresse est la vôtre.',
    registered: 'Création du compte',
    enterCode: 'Saisir le code de l’e-mail',
    submit: 'Confirmer l’adresse e-mail',
    verified: 'Votre adresse e-mail est confirmée.',
    resend: 'Envoyer un nouvel e-mail',
    signInFirst: 'Connectez-vous pour envoyer un nouvel e-mail.',
    continue: 'Accéder au compte',
  },
  forgot: {
    title: 'Mot de passe oublié ?',
    text: 'Saisissez l’adresse e-mail de votre compte. Nous vous envoyons un lien pour choisir un nouveau mot de passe.',
    noMail:
      'Ce service n’envoie pas d’e-mails et ne peut donc pas vous envoyer de lien. Son assistance peut définir un nouveau mot de passe pour vous.',
    submit: 'Envoyer le lien',
    sent: 'Si un compte a cette adresse, un e-mail contenant un lien est en route. Le lien est valable une heure. Si aucun e-mail n’arrive, vérifiez le dossier des indésirables et l’orthographe de l’adresse.',
  },
  reset: {
    title: 'Choisir un nouveau mot de passe',
    account: 'Votre compte :',
    text: 'Tous vos appareils sauf celui-ci seront déconnectés.',
    removes:
      'Personne n’a encore confirmé cette adresse e-mail. Les clés d’accès, les seconds facteurs, le numéro de téléphone et les liens avec d’autres comptes déjà configurés seront donc supprimés.',
    mayRemove:
      'Si personne n’a encore confirmé cette adresse e-mail, les clés d’accès, les seconds facteurs, le numéro de téléphone et les liens vers d’autres comptes configurés auparavant seront supprimés.',
    password: 'Nouveau mot de passe',
    submit: 'Changer le mot de passe',
    forgot: 'Envoyer un nouveau lien',
  },
  emailChange: {
    title: 'Changer l’adresse e-mail',
    current: 'Votre adresse e-mail est',
    intro:
      'Confirmez d’abord votre identité : si votre adresse est confirmée, nous y envoyons un code. Ensuite, nous envoyons un code à la nouvelle adresse.',
    originalTitle: 'Confirmer votre adresse actuelle',
    sentTo: 'Saisissez le code que nous avons envoyé à',
    resend: 'Envoyer un nouveau code',
    newTitle: 'Saisir votre nouvelle adresse',
    newEmail: 'Nouvelle adresse e-mail',
    newEmailHint: 'Vous vous connecterez avec cette adresse.',
    sendCode: 'Envoyer le code',
    confirmTitle: 'Confirmer votre nouvelle adresse',
    consequence:
      'Tous vos autres appareils seront déconnectés. L’ancienne adresse reçoit un e-mail qui permet d’annuler le changement pendant 72 heures.',
    submit: 'Changer l’adresse e-mail',
    otherAddress: 'Utiliser une autre adresse',
  },
  revert: {
    title: 'Annuler le changement d’adresse e-mail',
    text: 'Votre compte retrouve cette adresse e-mail. Choisissez un nouveau mot de passe pour que personne d’autre ne puisse se connecter.',
    consequence:
      'Tous les appareils seront déconnectés. Si personne n’avait confirmé cette adresse, les clés d’accès, les seconds facteurs, le numéro de téléphone et les liens avec d’autres comptes seront supprimés.',
    submit: 'Annuler le changement',
  },
  script: {
    security: security.script,
    sso: sso.script,
    webhooks: webhooks.script,
    email: 'Compte',
    codeHint: 'Six chiffres de l’application, ou l’un de vos codes de secours.',
    backupCodeHint: 'Si vous avez perdu votre clé d’accès : l’un de vos codes de secours.',
    smsHint: 'Les chiffres du message reçu sur votre téléphone.',
    smsSent:
      'Un code est en route vers votre téléphone {phone}. Il est valable dix minutes ; seul le dernier compte.',
    hide: 'Masquer',
    hidePassword: 'Masquer le mot de passe',
    wait: 'Réessayer dans {seconds} s',
    checkFields: 'Vérifiez les champs suivants :',
    rateLimited: 'Trop de tentatives. Réessayez dans {seconds} secondes.',
    siteDataBlocked:
      'Ce navigateur bloque les données de site : vous ne pouvez pas rester connecté. Autorisez-les pour ce site, puis rechargez la page.',
    noCallback:
      'Le fournisseur d’identité n’a envoyé aucune réponse à cette page. Connectez-vous de nouveau.',
    noAccount:
      'Vous n’avez pas de compte ici, et la connexion avec votre fournisseur d’identité n’en crée pas. Demandez-en un à un administrateur.',
    unexpected: 'Une erreur s’est produite. Réessayez plus tard.',
    request: 'Référence : {id}',
    signedOut: 'Vous êtes déconnecté.',
    sessionEnded: 'Votre session est terminée. Connectez-vous de nouveau.',
    registered: 'Votre compte est prêt.',
    unknownBrowser: 'Navigateur inconnu',
    unknownPlace: 'Lieu inconnu',
    onSystem: '{browser} sur {os}',
    endSession: 'Mettre fin à la session : {device}',
    activeNow: 'Actif maintenant',
    lastActive: 'Actif {time}',
    signedIn: 'Connecté {time}',
    sessionWasEnded: 'La session est terminée.',
    othersWereEnded: 'Toutes les autres sessions sont terminées.',
    noOthers: 'Vous êtes connecté sur cet appareil uniquement.',
    waitingForOther: 'En attente de l’autre appareil…',
    waitingForConsent: 'Confirmez sur l’autre appareil pour terminer.',
    codeEnded: 'Le code a expiré ou a été annulé. Recommencez.',
    handedOver: 'L’autre appareil est en cours de connexion.',
    declined: 'Refusé. L’autre appareil n’a pas été connecté.',
    mailSent: 'Un nouvel e-mail est en route. Seul son lien est désormais valable.',
    incompleteLink: 'Ce lien est incomplet. Ouvrez de nouveau le lien de l’e-mail ou copiez-le en entier.',
    passwordReset:
      'Votre mot de passe est modifié et vous êtes connecté. Toutes les autres sessions sont terminées.',
    captchaUnsupported:
      'Ce service exige un captcha, que cette page ne prend pas en charge. Utilisez l’application.',
    captchaBlocked:
      'Le captcha n’a pas pu être chargé. Désactivez les bloqueurs de contenu pour cette page et rechargez-la.',
    codeSent: 'Un nouveau code est en route. Lui seul est valable désormais.',
    emailChanged: 'Votre adresse e-mail est changée. Toutes les autres sessions sont terminées.',
    passwordSet: 'Votre nouveau mot de passe est défini. Terminez la connexion ci-dessous.',
    emailRestored:
      'Le changement est annulé et votre nouveau mot de passe est défini. Terminez la connexion ci-dessous.',
    emailReverted:
      'Le changement est annulé, votre mot de passe est changé et vous êtes connecté. Toutes les autres sessions sont terminées.',
    usePasskey: 'Utilisez votre clé d’accès',
    signInWith: 'Se connecter avec {name}',
    stepUp: {
      continueWith: 'Continuer avec {name}',
      repeat: 'Vous vous êtes connecté de nouveau. Répétez maintenant l’opération.',
      otherAccount: 'Vous vous êtes connecté à un autre compte et êtes déconnecté du précédent.',
      notConfirmed: 'Votre fournisseur d’identité n’a pas confirmé votre identité. Rien n’a été modifié.',
      noSso:
        'Vous pouvez confirmer votre identité uniquement avec votre fournisseur d’identité, qui n’est pas disponible sur cette page pour le moment.',
      noSsoProof:
        'Vous vous êtes connecté de nouveau, mais votre fournisseur d’identité n’en a envoyé aucune preuve. Contactez l’assistance.',
    },
    passkeyNotUsed: 'Aucune clé d’accès n’a été utilisée. Réessayez, ou choisissez un autre moyen.',
    passkeyRequired:
      'Aucune clé d’accès n’a été utilisée. Utilisez l’appareil ou la clé de sécurité qui contient votre clé d’accès. Si vous l’avez perdue, contactez l’assistance.',
    passkeysNeedHttps: 'Les clés d’accès exigent https, que cette adresse n’utilise pas.',
    passkeysUnsupported:
      'Ce navigateur ne prend pas en charge les clés d’accès. Utilisez un autre navigateur ou un autre appareil.',
    passkeyProblems: {
      NotAllowedError: 'Aucune clé d’accès n’a été ajoutée. Réessayez.',
      InvalidStateError: 'Cet appareil a déjà une clé d’accès de votre compte.',
    },
    waitingForMail: 'En attente de votre confirmation…',
    resendIn: 'Renvoyer dans {seconds} s',
    authorizationMailSent: 'Un nouvel e-mail est en route. Seul son lien est valable désormais.',
    time: 'Heure',
    device: 'Appareil',
    place: 'Lieu approximatif',
    address: 'Adresse IP',
    errors: {
      MISSING_ACCESS: 'Vous n’êtes pas membre de la guilde de ce salon.',
      MISSING_PERMISSIONS: 'Vous devez avoir la permission « Gérer les webhooks » dans ce salon.',
      UNKNOWN_CHANNEL: 'Aucun salon n’a cet identifiant.',
      UNKNOWN_WEBHOOK: 'Ce webhook a été supprimé. Rechargez la page.',
      UNKNOWN_DELIVERY: 'Cet envoi n’est plus enregistré.',
      DELIVERY_BODY_TRUNCATED:
        'Seul le début de ce contenu est enregistré. Renvoyez-le depuis votre service.',
      CHANNEL_ARCHIVED: 'Ce salon est archivé.',
      FORMAT_NOT_ALLOWED: 'Les paramètres de ce webhook n’autorisent pas les messages de cette page.',
      MAX_WEBHOOKS_PER_CHANNEL: 'Ce salon a atteint le nombre maximal de webhooks.',
      MAX_WEBHOOKS_PER_GUILD: 'Cette guilde a atteint le nombre maximal de webhooks.',
      NETWORK_ERROR: 'Le service est injoignable. Vérifiez votre connexion et réessayez.',
      UNEXPECTED_RESPONSE: 'Le service a répondu de façon inattendue. Réessayez plus tard.',
      SESSION_LIMIT_REACHED: 'Votre compte a trop de sessions. Fermez-en quelques-unes, puis réessayez.',
      INVALID_HANDOFF_CODE: 'Ce code est incorrect, expiré ou déjà utilisé.',
      UNKNOWN_HANDOFF: 'Ce code est incorrect, expiré ou déjà utilisé.',
      SESSION_TOKEN_MISMATCH: 'Votre session est terminée. Connectez-vous de nouveau.',
      INVALID_TOKEN: 'Votre session est terminée. Connectez-vous de nouveau.',
      UNAUTHORIZED: 'Votre session est terminée. Connectez-vous de nouveau.',
      UNKNOWN_USER: 'Votre session est terminée. Connectez-vous de nouveau.',
      CAPTCHA_REQUIRED: 'Résolvez le captcha pour continuer.',
      INVALID_CAPTCHA: 'Le captcha n’a pas été accepté. Résolvez-le à nouveau.',
      PASSKEY_AUTHENTICATION_FAILED:
        'Cette clé d’accès n’a pas été acceptée. Elle a peut-être été retirée du compte.',
      INVALID_WEBAUTHN_CREDENTIAL: 'Cette clé d’accès n’a pas été acceptée. Recommencez.',
      WEBAUTHN_CREDENTIAL_LIMIT_REACHED:
        'Ce compte a le nombre maximal de clés d’accès. Supprimez-en d’abord une.',
      UNKNOWN_WEBAUTHN_CREDENTIAL: 'Cette clé d’accès a déjà été supprimée. Rechargez la page.',
      SSO_REQUIRED: 'Connectez-vous avec le fournisseur d’identité de votre organisation.',
      MANAGED_BY_SSO:
        'Votre organisation gère ce compte. Modifiez votre mot de passe chez elle, et demandez une autre adresse e-mail à un administrateur.',
      SSO_IS_ONLY_SIGN_IN: 'Ajoutez d’abord une clé d’accès : sinon, vous ne pourriez plus vous connecter.',
      FEATURE_TEMPORARILY_DISABLED: 'Cette connexion n’est pas disponible pour le moment.',
      NO_PASSKEYS_REGISTERED: 'Ce compte n’a plus de clé d’accès. Connectez-vous de nouveau.',
      ACCOUNT_SUSPENDED_PERMANENTLY: 'Ce compte est suspendu définitivement.',
      ACCOUNT_SUSPENDED_TEMPORARILY: 'Ce compte est suspendu temporairement.',
      IP_AUTHORIZATION_REQUIRED: 'Cette connexion attend une confirmation par e-mail.',
      IP_AUTHORIZATION_RESEND_COOLDOWN: 'L’e-mail vient d’être envoyé. Réessayez bientôt.',
      IP_AUTHORIZATION_RESEND_LIMIT_EXCEEDED:
        'L’e-mail a déjà été envoyé deux fois. Vérifiez les spams ou connectez-vous à nouveau.',
      PASSWORD_LOGIN_DISABLED:
        'Ce mot de passe est bloqué après trop d’échecs. Réinitialisez-le ou contactez l’assistance.',
      IDEMPOTENCY_KEY_REUSED: 'Ce compte existe déjà. Connectez-vous.',
      SMS_MFA_NOT_ENABLED: 'Les codes par SMS ont été modifiés entre-temps. Rechargez la page.',
      SMS_MFA_REQUIRES_TOTP: 'Configurez d’abord une application d’authentification.',
      PHONE_REQUIRED_FOR_SMS_MFA: 'Ajoutez d’abord un numéro de téléphone.',
      SMS_VERIFICATION_UNAVAILABLE:
        'Aucun code ne peut être envoyé à ce numéro pour le moment. Choisissez un autre moyen ou réessayez plus tard.',
      INVALID_PHONE_NUMBER:
        'Saisissez un numéro de téléphone mobile avec l’indicatif du pays, par exemple +33612345678.',
      INVALID_PHONE_VERIFICATION_CODE: 'Ce code est incorrect, expiré ou déjà utilisé.',
      PHONE_ALREADY_USED: 'Ce numéro de téléphone appartient à un autre compte.',
      PHONE_VERIFICATION_REQUIRED: 'La confirmation a expiré. Envoyez un autre code.',
      TWO_FACTOR_ALREADY_ENABLED: 'Ce compte a déjà une application d’authentification. Rechargez la page.',
      TWO_FACTOR_NOT_ENABLED: 'Ce compte n’a pas d’application d’authentification. Rechargez la page.',
      SUDO_MODE_REQUIRED: 'Confirmez votre identité pour continuer.',
      INTERNAL_SERVER_ERROR: 'Une erreur interne s’est produite. Réessayez plus tard.',
      SERVICE_UNAVAILABLE: 'Le service est temporairement indisponible. Réessayez dans un instant.',
      UPSTREAM_TIMEOUT: 'Le service a mis trop de temps à répondre. Réessayez dans un instant.',
      REQUEST_TIMEOUT: 'La connexion est trop lente. Réessayez.',
    },
    fieldErrors: {
      WEBHOOK_NAME_LENGTH_INVALID: 'Saisissez un nom de 80 caractères au maximum.',
      INVALID_SNOWFLAKE_FORMAT: 'Un identifiant ne contient que des chiffres.',
      SNOWFLAKE_OUT_OF_RANGE: 'Cet identifiant est trop grand.',
      INVALID_OR_EXPIRED_VERIFICATION_TOKEN: 'Ce lien est incorrect, expiré ou déjà utilisé.',
      INVALID_OR_EXPIRED_AUTHORIZATION_TOKEN:
        'Ce lien est invalide, expiré ou déjà utilisé. Connectez-vous à nouveau pour en recevoir un autre.',
      INVALID_AUTHORIZATION_NUMBER:
        'Ce n’est pas le nombre affiché par l’appareil sur lequel vous vous connectez.',
      INVALID_OR_EXPIRED_AUTHORIZATION_TICKET: 'Cette connexion a expiré. Connectez-vous à nouveau.',
      INVALID_OR_EXPIRED_SSO_STATE:
        'Cette connexion a expiré, a déjà été utilisée ou a commencé dans un autre navigateur. Connectez-vous de nouveau.',
      SSO_ACCESS_DENIED:
        'Vous avez annulé la connexion, ou votre fournisseur d’identité ne vous donne pas accès ici. Demandez l’accès à son administrateur.',
      SSO_PROVIDER_UNAVAILABLE: 'Votre fournisseur d’identité a un problème. Réessayez plus tard.',
      INVALID_SSO_AUTHORIZATION_CODE:
        'Le fournisseur d’identité a refusé cette connexion. Connectez-vous de nouveau.',
      INVALID_SSO_ISSUER:
        'La réponse du fournisseur d’identité est incorrecte. Connectez-vous de nouveau ou contactez l’assistance.',
      INVALID_SSO_TOKEN:
        'La réponse du fournisseur d’identité est incorrecte. Connectez-vous de nouveau ou contactez l’assistance.',
      FAILED_TO_FETCH_SSO_USER_INFO:
        'La réponse du fournisseur d’identité est incorrecte. Connectez-vous de nouveau ou contactez l’assistance.',
      FAILED_TO_PARSE_SSO_USER_INFO:
        'La réponse du fournisseur d’identité est incorrecte. Connectez-vous de nouveau ou contactez l’assistance.',
      SSO_MISCONFIGURED: 'Les réglages de cette connexion sont incorrects. Contactez l’assistance.',
      SSO_PROVIDER_DID_NOT_RETURN_EMAIL:
        'Le fournisseur d’identité n’a pas envoyé d’adresse e-mail valide. Contactez l’assistance.',
      EMAIL_DOMAIN_NOT_ALLOWED_FOR_SSO: 'Cette adresse e-mail ne permet pas de se connecter ici.',
      EMAIL_NOT_VERIFIED_BY_SSO_PROVIDER: 'Le fournisseur d’identité n’a pas vérifié votre adresse e-mail.',
      EMAIL_NOT_LINKABLE_TO_SSO:
        'Un compte avec votre adresse e-mail existe et ne peut pas être lié à cette connexion. Si vous pouvez vous y connecter autrement, faites-le et associez-le sous « Sécurité ». Sinon, demandez à un administrateur : la raison figure dans le journal du service.',
      SSO_ALREADY_CONNECTED:
        'Votre compte est associé à une autre personne chez le fournisseur d’identité. Dissociez-le d’abord.',
      SSO_IDENTITY_ALREADY_IN_USE:
        'Vous vous êtes connecté chez le fournisseur d’identité avec une identité qui utilise un autre compte ici.',
      SSO_IDENTITY_MISMATCH:
        'Le compte avec votre adresse e-mail appartient à une autre personne chez le fournisseur d’identité. Contactez l’assistance.',
      INVALID_OR_EXPIRED_RESET_TOKEN: 'Ce lien est incorrect, expiré ou déjà utilisé.',
      INVALID_OR_EXPIRED_REVERT_TOKEN: 'Ce lien est invalide, expiré ou déjà utilisé.',
      INVALID_OR_EXPIRED_TICKET:
        'Ce changement a expiré, ou un code était trop souvent incorrect. Recommencez.',
      SESSION_TIMEOUT:
        'Cette connexion a expiré, ou un code était trop souvent incorrect. Connectez-vous de nouveau.',
      TOTP_NOT_ENABLED:
        'Votre application d’authentification a été retirée de ce compte. Connectez-vous de nouveau.',
      CODE_ALREADY_USED:
        'Ce code a déjà été utilisé. Saisissez le code suivant de l’application ou un autre code de secours.',
      INVALID_CODE:
        'Ce code est incorrect ou déjà utilisé. Si votre application l’affiche, l’horloge de son appareil est peut-être fausse.',
      INVALID_PASSKEY_RESPONSE:
        'Cette clé d’accès n’a pas été acceptée. Elle a peut-être été retirée du compte.',
      INVALID_MFA_CODE:
        'Ce code est incorrect ou déjà utilisé. Si votre application l’affiche, l’horloge de son appareil est peut-être fausse.',
      INVALID_VERIFICATION_CODE: 'Ce code est incorrect.',
      VERIFICATION_CODE_EXPIRED: 'Ce code a expiré. Envoyez-en un autre.',
      INVALID_EMAIL_TOKEN: 'Ce changement a expiré. Recommencez.',
      EMAIL_TOKEN_EXPIRED: 'Ce changement a expiré. Recommencez.',
      NEW_EMAIL_MUST_BE_DIFFERENT: 'Saisissez une adresse différente de l’actuelle.',
      MUST_HAVE_EMAIL_TO_CHANGE_IT: 'Ce compte n’a pas d’adresse e-mail.',
      REQUIRED: 'Remplissez ce champ.',
      INVALID_FORMAT: 'Cette valeur a un format incorrect.',
      INVALID_EMAIL_FORMAT: 'Saisissez une adresse e-mail valide, par exemple nom@example.com.',
      INVALID_EMAIL_LOCAL_PART: 'La partie avant le @ contient des caractères non valides.',
      INVALID_EMAIL_ADDRESS:
        'Le domaine de cette adresse n’accepte pas d’e-mails. Vérifiez qu’il ne contient pas de faute.',
      INVALID_EMAIL_OR_PASSWORD: 'L’e-mail ou le mot de passe est incorrect.',
      EMAIL_LENGTH_INVALID: `Utilisez au plus ${email.max} caractères.`,
      EMAIL_ALREADY_IN_USE: 'Un compte existe déjà avec cette adresse e-mail.',
      PASSWORD_LENGTH_INVALID: `Utilisez entre ${password.min} et ${password.max} caractères.`,
      PASSWORD_IS_TOO_COMMON: 'Ce mot de passe est trop courant. Choisissez-en un autre.',
      PASSWORD_NOT_SET: 'Ce compte n’a pas de mot de passe.',
      INVALID_PASSWORD: 'Le mot de passe est incorrect.',
      GLOBAL_NAME_LENGTH_INVALID: `Utilisez entre ${globalName.min} et ${globalName.max} caractères.`,
      GLOBAL_NAME_RESERVED_VALUE: 'Ce nom est réservé. Choisissez-en un autre.',
      GLOBAL_NAME_CANNOT_CONTAIN_RESERVED_TERMS: 'Ce nom contient un mot réservé. Choisissez-en un autre.',
      TOO_MANY_USERS_WITH_THIS_USERNAME: 'Trop de personnes ont ce nom. Choisissez-en un autre.',
      INVALID_DATE_OF_BIRTH_FORMAT: 'Saisissez une date valide, avec les quatre chiffres de l’année.',
      MUST_BE_IN_THE_PAST: 'Saisissez une date passée.',
      MUST_BE_MINIMUM_AGE: 'Vous n’avez pas l’âge requis pour créer un compte.',
      MUST_AGREE_TO_TOS_AND_PRIVACY_POLICY:
        'Acceptez les conditions d’utilisation et la politique de confidentialité pour continuer.',
      INVALID_PROVIDER_URL: 'Entrez une adresse en https et sans identifiants.',
      PROVIDER_HOST_NOT_ALLOWED: 'Cet hôte a une adresse d’un réseau privé. L’exploitant peut l’autoriser.',
      INVALID_PRIVATE_KEY: 'Ce n’est pas une clé privée RSA, EC ou Ed25519.',
      INVALID_DOMAIN: 'Entrez des domaines tels que example.com.',
      STRING_LENGTH_INVALID: 'Cette valeur est trop courte ou trop longue.',
    },
  },
}
