import type { security as en } from './en.ts'

export const security: typeof en = {
  page: {
    title: 'Sécurité',
    nav: 'Sécurité',
    intro: 'Comment vous vous connectez à votre compte',
    on: 'Activée',
    off: 'Désactivée',
    passwordTitle: 'Mot de passe',
    passwordText:
      'Choisissez-en un que vous n’utilisez nulle part ailleurs. Un changement déconnecte tous vos autres appareils.',
    changePassword: 'Changer le mot de passe',
    currentPassword: 'Mot de passe actuel',
    newPassword: 'Nouveau mot de passe',
    appTitle: 'Application d’authentification',
    appText:
      'Une application de votre téléphone affiche un code pour chaque connexion. Sans ce code, quelqu’un qui apprend votre mot de passe ne peut pas se connecter.',
    setUp: 'Configurer une application',
    scan: 'Scannez ce code QR avec votre application d’authentification.',
    orEnter: 'Ou saisissez cette clé dans l’application :',
    copyKey: 'Copier la clé',
    openApp: 'Ouvrir une application sur cet appareil',
    codeHint: 'Six chiffres que l’application affiche maintenant.',
    endOthers: 'Déconnecter tous mes autres appareils',
    turnOn: 'Activer',
    remove: 'Supprimer l’application',
    removeText:
      'Votre mot de passe suffira alors pour vous connecter. Vos codes de secours sont supprimés aussi. Confirmez avec un code.',
    codesTitle: 'Codes de secours',
    codesText:
      'Chaque code permet une connexion si vous perdez votre téléphone. Sans le téléphone et sans les codes, vous ne pouvez pas vous connecter.',
    countCodes: 'Afficher le nombre de codes restants',
    replaceCodes: 'Créer de nouveaux codes',
    replaceTitle: 'Créer de nouveaux codes de secours ?',
    replaceText: 'Vos codes de secours actuels ne seront plus valables.',
    newCodesTitle: 'Conservez vos codes de secours',
    newCodesText:
      'Ils ne sont affichés que maintenant. Conservez-les dans un gestionnaire de mots de passe, ou sur papier en lieu sûr.',
    copy: 'Copier',
    download: 'Télécharger',
    print: 'Imprimer',
    saved: 'Je les ai conservés',
    sessionsTitle: 'Appareils',
    sessionsText: 'Voyez où vous êtes connecté et déconnectez des appareils.',
    emailTitle: 'Adresse e-mail',
    emailText: 'Les e-mails sur votre compte et sa sécurité sont envoyés à cette adresse.',
  },
  script: {
    qrCode: 'Code QR pour votre application d’authentification',
    setupExpired: 'La configuration a expiré. Recommencez.',
    appAdded: 'Votre application d’authentification est activée. Il vous faut un code pour chaque connexion.',
    appRemoved:
      'Votre application d’authentification est supprimée. Votre mot de passe suffit pour vous connecter.',
    passwordChanged: 'Votre mot de passe est changé. Toutes les autres sessions sont terminées.',
    codesLeft: 'Il reste {left} codes sur {count}.',
    codesReplaced: 'Vos nouveaux codes de secours sont prêts. Les anciens ne sont plus valables.',
    copied: 'Copié.',
    notCopied: 'Le navigateur n’a pas permis la copie. Sélectionnez le texte et copiez-le.',
    codesFileTitle: 'Codes de secours pour {account}. Chacun est utilisable une fois.',
  },
}
