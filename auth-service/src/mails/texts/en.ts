import type { Credential } from '../../accounts/remove-credentials.ts'
import type { MailTexts } from './mail-texts.ts'

const list = new Intl.ListFormat('en')
const credentials: Record<Credential, string> = {
  password: 'the password',
  passkey: 'passkeys',
  totp: 'the authenticator app with its backup codes',
  sms: 'codes by SMS',
  phone: 'the phone number',
}

const changeYourPassword =
  'If this was not you, change your password immediately. That ends all other sessions.'

const firstProof =
  'Nobody had confirmed the email address of the account before. So passkeys, second factors, the phone number and links to other accounts that had been set up were removed, and the address is now confirmed.'
const contactSupport = 'If you did not expect this, contact support immediately.'

export const en: MailTexts = {
  greeting: (username) => `Hello ${username},`,
  time: 'Time',
  device: 'Device',
  place: 'Approximate location',
  address: 'IP address',
  footer: (product) =>
    `You receive this email because it concerns the security of your ${product} account. We never ask for your password by email.`,
  terms: 'Terms of service',
  privacy: 'Privacy policy',
  support: 'Contact support',
  mails: {
    sign_in: {
      subject: 'New sign-in to your account',
      heading: 'New sign-in to your account',
      paragraphs: ({ passkey }) =>
        passkey === undefined
          ? [
              'Your account was signed in to from a device or network that we have not seen before.',
              `If this was you, you do not need to do anything. ${changeYourPassword}`,
            ]
          : [
              `Your account was signed in to with the passkey “${passkey}”, from a device or network that we have not seen before.`,
              'If this was you, you do not need to do anything. If not, remove this passkey in the security settings of your account and end all other sessions: a new password does not stop a passkey.',
            ],
    },
    password_change: {
      subject: 'Your password was changed',
      heading: 'Your password was changed',
      paragraphs: ({ by, isFirstProof }) => [
        by === 'owner'
          ? 'The password of your account was changed, and all other sessions were ended.'
          : 'Our support team set a new password for your account, and all sessions were ended.',
        ...(isFirstProof ? [firstProof] : []),
        contactSupport,
      ],
    },
    totp_enabled: {
      subject: 'Two-factor authentication was enabled',
      heading: 'Two-factor authentication was enabled',
      paragraphs: () => [
        'An authenticator app was added to your account. From now on, a sign-in needs a code of the app.',
        'Keep your backup codes in a safe place: each of them replaces a code once.',
        contactSupport,
      ],
    },
    totp_disabled: {
      subject: 'Two-factor authentication was disabled',
      heading: 'Two-factor authentication was disabled',
      paragraphs: ({ by }) => [
        by === 'owner'
          ? 'The authenticator app and the backup codes were removed from your account. A sign-in needs only the password now.'
          : 'Our support team removed the second factors and backup codes of your account. A sign-in needs only the password now.',
        contactSupport,
      ],
    },
    sms_enabled: {
      subject: 'Codes by SMS were enabled',
      heading: 'Codes by SMS were enabled',
      paragraphs: ({ hint }) => [
        `Codes that are sent to the phone number ${hint} can now complete a sign-in to your account, besides those of the authenticator app.`,
        contactSupport,
      ],
    },
    sms_disabled: {
      subject: 'Codes by SMS were disabled',
      heading: 'Codes by SMS were disabled',
      paragraphs: () => ['Codes by SMS can no longer complete a sign-in to your account.', contactSupport],
    },
    phone_set: {
      subject: 'Your phone number was changed',
      heading: 'Your phone number was changed',
      paragraphs: ({ hint }) => [`The phone number of your account is ${hint} now.`, contactSupport],
    },
    phone_removed: {
      subject: 'Your phone number was removed',
      heading: 'Your phone number was removed',
      paragraphs: ({ hint }) => [`The phone number ${hint} was removed from your account.`, contactSupport],
    },
    passkey_added: {
      subject: 'A passkey was added',
      heading: 'A passkey was added',
      paragraphs: ({ name }) => [
        `The passkey “${name}” was added to your account. It can sign in without the password.`,
        contactSupport,
      ],
    },
    passkey_removed: {
      subject: 'A passkey was removed',
      heading: 'A passkey was removed',
      paragraphs: ({ name, wasRequired }) => [
        `The passkey “${name}” was removed from your account. It can no longer sign in.`,
        ...(wasRequired ? ['A sign-in with the password of your account no longer needs a passkey.'] : []),
        contactSupport,
      ],
    },
    passkey_required: {
      subject: 'A passkey is required now',
      heading: 'A passkey is required now',
      paragraphs: () => [
        'From now on, a sign-in with the password of your account also needs a passkey.',
        contactSupport,
      ],
    },
    passkey_not_required: {
      subject: 'A passkey is no longer required',
      heading: 'A passkey is no longer required',
      paragraphs: () => [
        'A sign-in with the password of your account no longer needs a passkey.',
        contactSupport,
      ],
    },
    passkey_rejected: {
      subject: 'A passkey was rejected',
      heading: 'A passkey was rejected',
      paragraphs: ({ name }) => [
        `A sign-in with the passkey “${name}” was rejected, because the passkey may have been copied. If you do not know the reason, remove it and add another one.`,
        contactSupport,
      ],
    },
    backup_codes_replaced: {
      subject: 'Your backup codes were replaced',
      heading: 'Your backup codes were replaced',
      paragraphs: () => [
        'New backup codes were created for your account. The old ones no longer work.',
        changeYourPassword,
      ],
    },
    backup_code_used: {
      subject: 'A backup code was used',
      heading: 'A backup code was used',
      paragraphs: ({ left }) => [
        `A backup code of your account was used. Unused codes: ${left}.`,
        changeYourPassword,
      ],
    },
    second_factor_failures: {
      subject: 'Sign-in attempts with wrong codes',
      heading: 'Sign-in attempts with wrong codes',
      paragraphs: () => [
        'Someone entered the password of your account, and then several wrong codes. They were not signed in.',
        'If this was not you, change your password: someone else knows it.',
      ],
    },
    handoff: {
      subject: 'A device was signed in with a code',
      heading: 'A device was signed in with a code',
      paragraphs: ({ isLast }) => [
        'A device was signed in to your account with a code, from a device that was signed in already.',
        ...(isLast
          ? [
              'This was the fifth time within a day. We send no more mails about it until a day has passed, so look at the list of your sessions.',
            ]
          : []),
        `If this was you, you do not need to do anything. ${changeYourPassword}`,
      ],
    },
    sso_linked: {
      subject: 'Your account was linked to your identity provider',
      heading: 'Your account was linked to your identity provider',
      paragraphs: ({ provider, removed }) => [
        `Somebody signed in with ${provider ?? 'your identity provider'}, which confirmed this email address. The account is now linked to it, and you sign in with it from now on. All other sessions were ended.`,
        ...(removed.length > 0
          ? [`Removed from the account: ${list.format(removed.map((each) => credentials[each]))}.`]
          : []),
        'If this was not you, contact support immediately. If it was, you do not need to do anything.',
      ],
    },
    sso_connected: {
      subject: 'Your account was connected to your identity provider',
      heading: 'Your account was connected to your identity provider',
      paragraphs: ({ provider, by }) => [
        by === 'owner'
          ? `Somebody who was signed in to your account connected it to ${provider ?? 'your identity provider'}. The person who signed in there can sign in to your account from now on. Everything else stays as it was.`
          : `Our support team connected your account to ${provider ?? 'your identity provider'}, so that you can sign in with it. Everything else stays as it was.`,
        contactSupport,
      ],
    },
    sso_disconnected: {
      subject: 'Your account was disconnected from your identity provider',
      heading: 'Your account was disconnected from your identity provider',
      paragraphs: ({ provider }) => [
        `It is no longer possible to sign in to your account with ${provider ?? 'your identity provider'}.`,
        contactSupport,
      ],
    },
    account_disable: {
      subject: 'Your account was disabled',
      heading: 'Your account was disabled',
      paragraphs: () => [
        'Your account was disabled, as requested, and all sessions were ended. Signing in enables it again.',
        contactSupport,
      ],
    },
    account_delete: {
      subject: 'Your account will be deleted',
      heading: 'Your account will be deleted',
      paragraphs: ({ due }, date) => [
        `As requested, your account and its data will be deleted on ${date(due)}. All sessions were ended.`,
        'To keep your account, sign in before that time.',
        contactSupport,
      ],
    },
    account_reopen: {
      subject: 'Your account is enabled again',
      heading: 'Your account is enabled again',
      paragraphs: ({ from }) => [
        from === 'delete'
          ? 'Somebody signed in to your account, so it will not be deleted any more.'
          : 'Somebody signed in to your account, so it is not disabled any more.',
        contactSupport,
      ],
    },
    account_suspension: {
      subject: 'Your account was suspended',
      heading: 'Your account was suspended',
      paragraphs: ({ until }, date) => [
        until === null
          ? 'Our support team suspended your account. You cannot sign in, and all sessions were ended.'
          : `Our support team suspended your account until ${date(until)}. You cannot sign in before that time, and all sessions were ended.`,
        'If you think that this is a mistake, contact support.',
      ],
    },
    account_enable: {
      subject: 'The suspension of your account has ended',
      heading: 'The suspension of your account has ended',
      paragraphs: () => ['Our support team lifted the suspension of your account. You can sign in again.'],
    },
    email_released: {
      subject: 'Your email address was removed from an account',
      heading: 'Your email address was removed from an account',
      paragraphs: () => [
        'This account was registered with your email address, and nobody confirmed the address. Somebody has now proved that the address is theirs, so it was removed from this account and belongs to another one.',
        'If that was you and you did not register this account, you do not need to do anything. If this account is yours, or you did not prove the address, contact support.',
      ],
    },
    email_set: {
      subject: 'Your account has a new email address',
      heading: 'Your account has a new email address',
      paragraphs: (_, __, to) => [
        `Our support team made ${to} the email address of your account. Sign in with it from now on. All sessions were ended.`,
        'If you did not ask for this, contact support.',
      ],
    },
    email_revert: {
      subject: 'The change of your email address was reverted',
      heading: 'The change of your email address was reverted',
      paragraphs: ({ isFirstProof }) => [
        'The change was reverted with the link in the mail to the previous address. That address belongs to the account again, a new password was set, and all sessions were ended.',
        ...(isFirstProof ? [firstProof] : []),
        'If you did not expect this, contact support immediately.',
      ],
    },
    email_change: {
      subject: 'Your email address was changed',
      heading: 'Your email address was changed',
      paragraphs: ({ newAddress }, _, to) => [
        `Your account now uses ${newAddress ?? 'a different email address'}, and ${to} can no longer be used to sign in.`,
        'If this was you, you do not need to do anything. If not, somebody else has access to your account: revert the change and set a new password. The link is valid for 72 hours and can be used once. It also works if the password or the address is changed again.',
      ],
      action: 'This was not me',
    },
    step_up: {
      subject: 'Code to confirm that it is you',
      heading: 'Code to confirm that it is you',
      paragraphs: () => [
        'You are about to make a sensitive change to your account. Enter this code to continue. It is valid for ten minutes.',
        'Never give this code to anyone. If you did not request it, somebody else is signed in to your account: sign out all devices, and tell your organization.',
      ],
    },
    email_change_original: {
      subject: 'Code to change your email address',
      heading: 'Change your email address',
      paragraphs: () => [
        'You are about to change the email address of your account. Enter this code to continue. It is valid for ten minutes.',
        `Never give this code to anyone. ${changeYourPassword}`,
      ],
    },
    email_change_new: {
      subject: 'Code to confirm your new email address',
      heading: 'Confirm your new email address',
      paragraphs: () => [
        'Enter this code to use this email address for your account. It is valid for ten minutes.',
        'If you did not request this, ignore this email.',
      ],
    },
    verification: {
      subject: 'Confirm your email address',
      heading: 'Confirm your email address',
      paragraphs: ({ code, disowningToken }, _, to) => [
        `Confirm that ${to} belongs to your account. The link is valid for 24 hours and can be used once.`,
        ...(code === undefined
          ? []
          : [
              'Instead of opening the link, you can enter the code where you are signed in. Never give it to anyone.',
            ]),
        disowningToken === undefined
          ? 'If you did not enter this address, ignore this email.'
          : 'If you did not enter this address, do not confirm it. With the second link you take the account over: you set a password, and all that was set up before is removed.',
      ],
      action: 'Confirm email address',
      disown: 'I did not register this account',
    },
    password_reset: {
      subject: 'Reset your password',
      heading: 'Reset your password',
      paragraphs: ({ code }, _, to) => [
        `Someone requested a new password for your account with the address ${to}. The link is valid for one hour and can be used once.`,
        ...(code === undefined
          ? []
          : [
              'Instead of opening the link, you can enter the code where you requested the new password. Never give it to anyone.',
            ]),
        'If this was not you, ignore this email. Your password stays as it is.',
      ],
      action: 'Set a new password',
    },
    password_reset_managed: {
      subject: 'Your account has no password here',
      heading: 'Your account has no password here',
      paragraphs: ({ provider }) => [
        `Someone requested a new password for your account. It has none: you sign in with ${provider ?? 'the identity provider of your organization'}. Change your password there.`,
        'If this was not you, you do not need to do anything.',
      ],
    },
    password_reset_suspended: {
      subject: 'Your account is suspended',
      heading: 'Your account is suspended',
      paragraphs: ({ until }, date) => [
        until === null
          ? 'Someone requested a new password for your account. Our support team suspended it, so the password cannot be changed and nobody can sign in.'
          : `Someone requested a new password for your account. Our support team suspended it until ${date(until)}, so the password cannot be changed and nobody can sign in before that time.`,
        'If you think that this is a mistake, contact support.',
      ],
    },
    ip_authorization: {
      subject: 'Confirm a sign-in from a new location',
      heading: 'Are you signing in?',
      paragraphs: ({ code }, _, to) => [
        `Someone is signing in to your account ${to} with your password, from a network address that is new to us. The sign-in waits for your confirmation.`,
        'If this was you, open the link within 15 minutes of the sign-in, and enter the number that the device shows on which you sign in. The link can be used once.',
        ...(code === undefined
          ? []
          : [
              'Instead of opening the link, you can enter the code on the device on which you sign in. Never give it to anyone.',
            ]),
        'If this was not you, do not confirm it, and reset your password immediately: someone else knows it.',
      ],
      action: 'Review sign-in',
    },
  },
}
