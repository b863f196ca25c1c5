import type { Credential } from '../../accounts/remove-credentials.ts'
import type { MailTexts } from './mail-texts.ts'

const list = new Intl.ListFormat('fr')
const credentials: Record<Credential, string> = {
  password: 'le mot de passe',
  passkey: 'les clés d’accès',
  totp: 'l’application d’authentification et ses codes de secours',
  sms: 'les codes par SMS',
  phone: 'le numéro de téléphone',
}

const changeYourPassword =
  'Si ce n’était pas vous, changez immédiatement votre mot de passe. Toutes les autres sessions seront fermées.'

const firstProof =
  'Personne n’avait encore confirmé l’adresse e-mail du compte. Les clés d’accès, les seconds facteurs, le numéro de téléphone et les liens avec d’autres comptes déjà configurés ont donc été supprimés, et l’adresse est maintenant confirmée.'
const contactSupport = 'Si vous ne vous y attendiez pas, contactez immédiatement le support.'

export const fr: MailTexts = {
  greeting: (username) => `Bonjour ${username},`,
  time: 'Heure',
  device: 'Appareil',
  place: 'Lieu approximatif',
  address: 'Adresse IP',
  footer: (product) =>
    `Vous recevez cet e-mail car il concerne la sécurité de votre compte ${product}. Nous ne demandons jamais votre mot de passe par e-mail.`,
  terms: 'Conditions d’utilisation',
  privacy: 'Politique de confidentialité',
  support: 'Contacter l’assistance',
  mails: {
    sign_in: {
      subject: 'Nouvelle connexion à votre compte',
      heading: 'Nouvelle connexion à votre compte',
      paragraphs: ({ passkey }) =>
        passkey === undefined
          ? [
              'Une connexion à votre compte a eu lieu depuis un appareil ou un réseau que nous ne connaissons pas encore.',
              `Si c’était vous, vous n’avez rien à faire. ${changeYourPassword}`,
            ]
          : [
              `Une connexion à votre compte a eu lieu avec la clé d’accès « ${passkey} », depuis un appareil ou un réseau que nous ne connaissons pas encore.`,
              'Si c’était vous, vous n’avez rien à faire. Sinon, supprimez cette clé d’accès dans les paramètres de sécurité de votre compte et mettez fin à toutes les autres sessions : un nouveau mot de passe n’arrête pas une clé d’accès.',
            ],
    },
    password_change: {
      subject: 'Votre mot de passe a été modifié',
      heading: 'Votre mot de passe a été modifié',
      paragraphs: ({ by, isFirstProof }) => [
        by === 'owner'
          ? 'Le mot de passe de votre compte a été modifié et toutes les autres sessions ont été fermées.'
          : 'Notre support a défini un nouveau mot de passe pour votre compte et toutes les sessions ont été fermées.',
        ...(isFirstProof ? [firstProof] : []),
        contactSupport,
      ],
    },
    totp_enabled: {
      subject: 'L’authentification à deux facteurs a été activée',
      heading: 'L’authentification à deux facteurs a été activée',
      paragraphs: () => [
        'Une application d’authentification a été ajoutée à votre compte. Une connexion nécessite désormais un code de l’application.',
        'Conservez vos codes de secours en lieu sûr : chacun remplace un code une seule fois.',
        contactSupport,
      ],
    },
    totp_disabled: {
      subject: 'L’authentification à deux facteurs a été désactivée',
      heading: 'L’authentification à deux facteurs a été désactivée',
      paragraphs: ({ by }) => [
        by === 'owner'
          ? 'L’application d’authentification et les codes de secours ont été supprimés de votre compte. Le mot de passe suffit désormais pour une connexion.'
          : 'Notre support a supprimé les seconds facteurs et les codes de secours de votre compte. Le mot de passe suffit désormais pour une connexion.',
        contactSupport,
      ],
    },
    sms_enabled: {
      subject: 'Les codes par SMS ont été activés',
      heading: 'Les codes par SMS ont été activés',
      paragraphs: ({ hint }) => [
        `Les codes envoyés au numéro de téléphone ${hint} permettent désormais de terminer une connexion à votre compte, en plus de ceux de l’application d’authentification.`,
        contactSupport,
      ],
    },
    sms_disabled: {
      subject: 'Les codes par SMS ont été désactivés',
      heading: 'Les codes par SMS ont été désactivés',
      paragraphs: () => [
        'Les codes par SMS ne permettent plus de terminer une connexion à votre compte.',
        contactSupport,
      ],
    },
    phone_set: {
      subject: 'Votre numéro de téléphone a été modifié',
      heading: 'Votre numéro de téléphone a été modifié',
      paragraphs: ({ hint }) => [
        `Le numéro de téléphone de votre compte est désormais ${hint}.`,
        contactSupport,
      ],
    },
    phone_removed: {
      subject: 'Votre numéro de téléphone a été supprimé',
      heading: 'Votre numéro de téléphone a été supprimé',
      paragraphs: ({ hint }) => [
        `Le numéro de téléphone ${hint} a été supprimé de votre compte.`,
        contactSupport,
      ],
    },
    passkey_added: {
      subject: 'Une clé d’accès a été ajoutée',
      heading: 'Une clé d’accès a été ajoutée',
      paragraphs: ({ name }) => [
        `La clé d’accès « ${name} » a été ajoutée à votre compte. Elle permet de se connecter sans mot de passe.`,
        contactSupport,
      ],
    },
    passkey_removed: {
      subject: 'Une clé d’accès a été supprimée',
      heading: 'Une clé d’accès a été supprimée',
      paragraphs: ({ name, wasRequired }) => [
        `La clé d’accès « ${name} » a été supprimée de votre compte. Elle ne permet plus de se connecter.`,
        ...(wasRequired
          ? ['Une connexion avec le mot de passe de votre compte ne nécessite plus de clé d’accès.']
          : []),
        contactSupport,
      ],
    },
    passkey_required: {
      subject: 'Une clé d’accès est désormais requise',
      heading: 'Une clé d’accès est désormais requise',
      paragraphs: () => [
        'Une connexion avec le mot de passe de votre compte nécessite désormais aussi une clé d’accès.',
        contactSupport,
      ],
    },
    passkey_not_required: {
      subject: 'Une clé d’accès n’est plus requise',
      heading: 'Une clé d’accès n’est plus requise',
      paragraphs: () => [
        'Une connexion avec le mot de passe de votre compte ne nécessite plus de clé d’accès.',
        contactSupport,
      ],
    },
    passkey_rejected: {
      subject: 'Une clé d’accès a été refusée',
      heading: 'Une clé d’accès a été refusée',
      paragraphs: ({ name }) => [
        `Une connexion avec la clé d’accès « ${name} » a été refusée, car la clé a peut-être été copiée. Si vous n’en connaissez pas la raison, supprimez-la et ajoutez-en une autre.`,
        contactSupport,
      ],
    },
    backup_codes_replaced: {
      subject: 'Vos codes de secours ont été remplacés',
      heading: 'Vos codes de secours ont été remplacés',
      paragraphs: () => [
        'De nouveaux codes de secours ont été créés pour votre compte. Les anciens ne sont plus valables.',
        changeYourPassword,
      ],
    },
    backup_code_used: {
      subject: 'Un code de secours a été utilisé',
      heading: 'Un code de secours a été utilisé',
      paragraphs: ({ left }) => [
        `Un code de secours de votre compte a été utilisé. Codes restants : ${left}.`,
        changeYourPassword,
      ],
    },
    second_factor_failures: {
      subject: 'Tentatives de connexion avec des codes erronés',
      heading: 'Tentatives de connexion avec des codes erronés',
      paragraphs: () => [
        'Quelqu’un a saisi le mot de passe de votre compte, puis plusieurs codes erronés. La connexion a échoué.',
        'Si ce n’était pas vous, changez votre mot de passe : quelqu’un d’autre le connaît.',
      ],
    },
    handoff: {
      subject: 'Un appareil a été connecté avec un code',
      heading: 'Un appareil a été connecté avec un code',
      paragraphs: ({ isLast }) => [
        'Un appareil a été connecté à votre compte avec un code, depuis un appareil déjà connecté.',
        ...(isLast
          ? [
              'C’était la cinquième fois en un jour. Nous n’enverrons plus d’e-mail à ce sujet avant qu’un jour soit passé : consultez donc la liste de vos sessions.',
            ]
          : []),
        `Si c’était vous, vous n’avez rien à faire. ${changeYourPassword}`,
      ],
    },
    sso_linked: {
      subject: 'Votre compte a été lié à votre fournisseur d’identité',
      heading: 'Votre compte a été lié à votre fournisseur d’identité',
      paragraphs: ({ provider, removed }) => [
        `Quelqu’un s’est connecté avec ${provider ?? 'votre fournisseur d’identité'}, qui a confirmé cette adresse e-mail. Le compte y est maintenant lié, et vous vous connecterez ainsi désormais. Toutes les autres sessions ont été fermées.`,
        ...(removed.length > 0
          ? [`Supprimés du compte : ${list.format(removed.map((each) => credentials[each]))}.`]
          : []),
        'Si ce n’était pas vous, contactez immédiatement le support. Si c’était vous, vous n’avez rien à faire.',
      ],
    },
    sso_connected: {
      subject: 'Votre compte a été relié à votre fournisseur d’identité',
      heading: 'Votre compte a été relié à votre fournisseur d’identité',
      paragraphs: ({ provider, by }) => [
        by === 'owner'
          ? `Quelqu’un qui était connecté à votre compte l’a relié à ${provider ?? 'votre fournisseur d’identité'}. La personne qui s’y est connectée peut désormais se connecter à votre compte. Rien d’autre n’a changé.`
          : `Notre support a relié votre compte à ${provider ?? 'votre fournisseur d’identité'}, pour que vous puissiez vous y connecter ainsi. Rien d’autre n’a changé.`,
        contactSupport,
      ],
    },
    sso_disconnected: {
      subject: 'Votre compte n’est plus relié à votre fournisseur d’identité',
      heading: 'Votre compte n’est plus relié à votre fournisseur d’identité',
      paragraphs: ({ provider }) => [
        `Il n’est plus possible de se connecter à votre compte avec ${provider ?? 'votre fournisseur d’identité'}.`,
        contactSupport,
      ],
    },
    account_disable: {
      subject: 'Votre compte a été désactivé',
      heading: 'Votre compte a été désactivé',
      paragraphs: () => [
        'Votre compte a été désactivé, comme demandé, et toutes les sessions ont été fermées. Une connexion le réactive.',
        contactSupport,
      ],
    },
    account_delete: {
      subject: 'Votre compte sera supprimé',
      heading: 'Votre compte sera supprimé',
      paragraphs: ({ due }, date) => [
        `Comme demandé, votre compte et ses données seront supprimés le ${date(due)}. Toutes les sessions ont été fermées.`,
        'Pour conserver votre compte, connectez-vous avant cette date.',
        contactSupport,
      ],
    },
    account_reopen: {
      subject: 'Votre compte est de nouveau actif',
      heading: 'Votre compte est de nouveau actif',
      paragraphs: ({ from }) => [
        from === 'delete'
          ? 'Quelqu’un s’est connecté à votre compte : il ne sera donc plus supprimé.'
          : 'Quelqu’un s’est connecté à votre compte : il n’est donc plus désactivé.',
        contactSupport,
      ],
    },
    account_suspension: {
      subject: 'Votre compte a été suspendu',
      heading: 'Votre compte a été suspendu',
      paragraphs: ({ until }, date) => [
        until === null
          ? 'Notre support a suspendu votre compte. Vous ne pouvez pas vous connecter et toutes les sessions ont été fermées.'
          : `Notre support a suspendu votre compte jusqu’au ${date(until)}. Vous ne pouvez pas vous connecter d’ici là et toutes les sessions ont été fermées.`,
        'Si vous pensez qu’il s’agit d’une erreur, contactez le support.',
      ],
    },
    account_enable: {
      subject: 'La suspension de votre compte est levée',
      heading: 'La suspension de votre compte est levée',
      paragraphs: () => ['Notre support a levé la suspension. Vous pouvez vous reconnecter.'],
    },
    email_released: {
      subject: 'Votre adresse e-mail a été retirée d’un compte',
      heading: 'Votre adresse e-mail a été retirée d’un compte',
      paragraphs: () => [
        'Ce compte a été créé avec votre adresse e-mail, et personne n’a confirmé l’adresse. Quelqu’un vient de prouver que l’adresse est la sienne : elle a donc été retirée de ce compte et appartient à un autre.',
        'Si c’était vous et que vous n’avez pas créé ce compte, vous n’avez rien à faire. Si ce compte est le vôtre, ou si vous n’avez pas prouvé l’adresse, contactez le support.',
      ],
    },
    email_set: {
      subject: 'Votre compte a une nouvelle adresse e-mail',
      heading: 'Votre compte a une nouvelle adresse e-mail',
      paragraphs: (_, __, to) => [
        `Notre support a fait de ${to} l’adresse e-mail de votre compte. Utilisez-la désormais pour vous connecter. Toutes les sessions ont été fermées.`,
        'Si vous ne l’avez pas demandé, contactez le support.',
      ],
    },
    email_revert: {
      subject: 'Le changement de votre adresse e-mail a été annulé',
      heading: 'Le changement de votre adresse e-mail a été annulé',
      paragraphs: ({ isFirstProof }) => [
        'Le changement a été annulé avec le lien de l’e-mail envoyé à l’adresse précédente. Cette adresse appartient de nouveau au compte, un nouveau mot de passe a été défini et toutes les sessions ont été fermées.',
        ...(isFirstProof ? [firstProof] : []),
        'Si vous ne vous y attendiez pas, contactez immédiatement le support.',
      ],
    },
    email_change: {
      subject: 'Votre adresse e-mail a été modifiée',
      heading: 'Votre adresse e-mail a été modifiée',
      paragraphs: ({ newAddress }, _, to) => [
        `Votre compte utilise désormais ${newAddress === undefined ? 'une autre adresse e-mail' : `l’adresse e-mail ${newAddress}`}. Vous ne pouvez plus vous connecter avec ${to}.`,
        'Si c’était vous, vous n’avez rien à faire. Sinon, quelqu’un d’autre a accès à votre compte : annulez le changement et définissez un nouveau mot de passe. Le lien est valable 72 heures et une seule fois, même si le mot de passe ou l’adresse change encore.',
      ],
      action: 'Ce n’était pas moi',
    },
    step_up: {
      subject: 'Code pour confirmer que c’est vous',
      heading: 'Code pour confirmer que c’est vous',
      paragraphs: () => [
        'Vous êtes sur le point de faire une modification importante de votre compte. Saisissez ce code pour continuer. Il est valable dix minutes.',
        'Ne donnez jamais ce code à personne. Si vous ne l’avez pas demandé, quelqu’un d’autre est connecté à votre compte : déconnectez tous les appareils et informez votre organisation.',
      ],
    },
    email_change_original: {
      subject: 'Code pour changer votre adresse e-mail',
      heading: 'Changez votre adresse e-mail',
      paragraphs: () => [
        'Vous êtes sur le point de changer l’adresse e-mail de votre compte. Saisissez ce code pour continuer. Il est valable dix minutes.',
        `Ne communiquez ce code à personne. ${changeYourPassword}`,
      ],
    },
    email_change_new: {
      subject: 'Code pour confirmer votre nouvelle adresse e-mail',
      heading: 'Confirmez votre nouvelle adresse e-mail',
      paragraphs: () => [
        'Saisissez ce code pour utiliser cette adresse e-mail avec votre compte. Il est valable dix minutes.',
        'Si vous n’avez rien demandé, ignorez cet e-mail.',
      ],
    },
    verification: {
      subject: 'Confirmez votre adresse e-mail',
      heading: 'Confirmez votre adresse e-mail',
      paragraphs: ({ code, disowningToken }, _, to) => [
        `Confirmez que ${to} appartient à votre compte. Le lien est valable 24 heures et une seule fois.`,
        ...(code === undefined
          ? []
          : [
              'Au lieu d’ouvrir le lien, vous pouvez saisir le code là où vous êtes connecté. Ne le donnez jamais à personne.',
            ]),
        disowningToken === undefined
          ? 'Si vous n’avez pas indiqué cette adresse, ignorez cet e-mail.'
          : 'Si vous n’avez pas indiqué cette adresse, ne la confirmez pas. Avec le second lien, vous reprenez le compte : vous choisissez un mot de passe, et tout ce qui a été configuré avant est supprimé.',
      ],
      action: 'Confirmer l’adresse e-mail',
      disown: 'Je n’ai pas créé ce compte',
    },
    password_reset: {
      subject: 'Réinitialisez votre mot de passe',
      heading: 'Réinitialisez votre mot de passe',
      paragraphs: ({ code }, _, to) => [
        `Un nouveau mot de passe a été demandé pour votre compte avec l’adresse ${to}. Le lien est valable une heure et une seule fois.`,
        ...(code === undefined
          ? []
          : [
              'Au lieu d’ouvrir le lien, vous pouvez saisir le code là où vous avez demandé le nouveau mot de passe. Ne le donnez jamais à personne.',
            ]),
        'Si ce n’était pas vous, ignorez cet e-mail. Votre mot de passe reste inchangé.',
      ],
      action: 'Définir un nouveau mot de passe',
    },
    password_reset_managed: {
      subject: 'Votre compte n’a pas de mot de passe ici',
      heading: 'Votre compte n’a pas de mot de passe ici',
      paragraphs: ({ provider }) => [
        `Quelqu’un a demandé un nouveau mot de passe pour votre compte. Il n’en a pas : vous vous connectez avec ${provider ?? 'le fournisseur d’identité de votre organisation'}. Changez votre mot de passe là-bas.`,
        'Si ce n’était pas vous, vous n’avez rien à faire.',
      ],
    },
    password_reset_suspended: {
      subject: 'Votre compte est suspendu',
      heading: 'Votre compte est suspendu',
      paragraphs: ({ until }, date) => [
        until === null
          ? 'Quelqu’un a demandé un nouveau mot de passe pour votre compte. Notre support l’a suspendu : le mot de passe ne peut pas être changé et personne ne peut se connecter.'
          : `Quelqu’un a demandé un nouveau mot de passe pour votre compte. Notre support l’a suspendu jusqu’au ${date(until)} : d’ici là, le mot de passe ne peut pas être changé et personne ne peut se connecter.`,
        'Si vous pensez qu’il s’agit d’une erreur, contactez le support.',
      ],
    },
    ip_authorization: {
      subject: 'Confirmez une connexion depuis un nouveau lieu',
      heading: 'Êtes-vous en train de vous connecter ?',
      paragraphs: ({ code }, _, to) => [
        `Quelqu’un se connecte à votre compte ${to} avec votre mot de passe, depuis une adresse réseau que nous ne connaissons pas encore. La connexion attend votre confirmation.`,
        'Si c’est vous, ouvrez le lien dans les 15 minutes qui suivent la connexion et saisissez le nombre affiché par l’appareil sur lequel vous vous connectez. Le lien ne peut être utilisé qu’une fois.',
        ...(code === undefined
          ? []
          : [
              'Au lieu d’ouvrir le lien, vous pouvez saisir le code sur l’appareil sur lequel vous vous connectez. Ne le donnez jamais à personne.',
            ]),
        'Si ce n’est pas vous, ne la confirmez pas et réinitialisez immédiatement votre mot de passe : quelqu’un d’autre le connaît.',
      ],
      action: 'Vérifier la connexion',
    },
  },
}
