import type { sso as en } from './en.ts'

export const sso: typeof en = {
  page: {
    title: 'Authentification unique',
    intro:
      'Les personnes peuvent se connecter avec un fournisseur OpenID Connect, par exemple celui de votre organisation.',
    insecure:
      'Ce service est accessible en http non chiffré. Les navigateurs ne conservent alors aucun de ses cookies : une connexion avec le fournisseur ne peut pas être terminée dans un navigateur, les appareils ne sont pas reconnus, et il n’y a pas de clés d’accès. Mettez en place https, et indiquez-le dans GATEHOUSE_PUBLIC_URL.',
    registerTitle: 'Enregistrement auprès du fournisseur',
    registerText:
      'Enregistrez une application web avec ces deux adresses. Copiez dans le formulaire ce que le fournisseur vous donne.',
    redirectUri: 'URI de redirection :',
    logoutUri: 'URL de déconnexion « back-channel » :',
    settingsTitle: 'Paramètres',
    issuer: 'Émetteur (issuer)',
    issuerHint: 'L’adresse que le fournisseur appelle « issuer ». Elle commence par https.',
    clientId: 'Identifiant du client',
    clientSecret: 'Secret du client',
    clientSecretHint: 'Vide : inchangé. Pour private_key_jwt, entrez une clé privée JWK sur une ligne.',
    secretStored: 'Un secret est enregistré.',
    clearSecret: 'Supprimer le secret enregistré',
    displayName: 'Nom sur le bouton (facultatif)',
    allowedDomains: 'Domaines e-mail autorisés (facultatif)',
    allowedDomainsHint:
      'Séparés par des espaces, par exemple example.com example.org. Vide : tous les domaines.',
    autoProvision: 'Créer un compte à la première connexion d’une personne',
    enabled: 'Proposer l’authentification unique',
    enforced: 'L’imposer : les mots de passe et les clés d’accès ne fonctionnent plus',
    more: 'Autres paramètres',
    moreText:
      'Seulement pour un fournisseur sans document de découverte, ou pour remplacer ce qu’il contient.',
    scope: 'Scope',
    authorizationUrl: 'URL d’autorisation',
    tokenUrl: 'URL des jetons',
    userinfoUrl: 'URL userinfo',
    jwksUrl: 'URL JWKS',
    redirectUriField: 'Autre URI de redirection',
    save: 'Enregistrer les paramètres',
    testTitle: 'Test',
    testText:
      'Se connecte au fournisseur avec les paramètres enregistrés, même si l’authentification unique n’est pas proposée.',
    test: 'Tester les paramètres enregistrés',
    signInText:
      'Connectez-vous ensuite vous-même auprès du fournisseur : vous voyez ce qu’il dit de vous et quel compte vous auriez. Rien n’est modifié.',
    signIn: 'Se connecter pour tester',
    enforceTitle: 'Exiger l’authentification unique ?',
    enforce: 'L’exiger',
  },
  script: {
    saved: 'Les paramètres sont enregistrés.',
    notAdministrator: 'Seuls les administrateurs de ce service peuvent ouvrir cette page.',
    works: 'Tout fonctionne.',
    fails: 'Quelque chose ne va pas. Corrigez-le, puis testez à nouveau.',
    accounts:
      '{linked} comptes sont liés au fournisseur. {linkable} le seraient à la première connexion, s’il confirme leurs adresses. {locked} ne pourraient pas se connecter si l’authentification unique était exigée.',
    notCounted:
      'Les comptes qui ne pourraient pas se connecter n’ont pas été comptés : cela prend trop de temps ici.',
    tested: 'Vous vous êtes connecté auprès du fournisseur pour tester.',
    ok: 'OK',
    failed: 'Échec',
    checks: {
      settings: 'Paramètres',
      discovery: 'Découverte',
      keys: 'Clés',
      client: 'Client',
      sign_in: 'Connexion',
      claims: 'Informations',
      account: 'Compte',
    },
  },
}
