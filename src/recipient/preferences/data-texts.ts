/** One's own data, and being forgotten: pages and emails, in all languages. */
import type { FormLanguage } from '../../domain/forms/form-words.ts'

interface WishTexts {
  /** On the page of preferences. */
  ask: string
  subject(sender: string): string
  title: string
  text: string
  button: string
  /** After the button of the page that the email leads to. */
  done: string
  doneHint: string
}

interface JoinTexts {
  subject(list: string): string
  title: string
  text(list: string): string
  button: string
  done: string
  doneHint(list: string): string
  /** On the page of preferences. */
  asked(lists: string): string
  hint: string
}

export interface DataTexts {
  data: WishTexts
  forget: WishTexts
  join: JoinTexts
  heading: string
  hint: string
  sent: string
  sentHint(address: string): string
  /** In the email. */
  otherwise(days: number): string
}

export const dataTexts: Record<FormLanguage, DataTexts> = {
  en: {
    heading: 'Your data',
    hint: 'Emails are forwarded, so this page shows none of it. Both need one more press in an email that only you get.',
    sent: 'Look into your mailbox',
    sentHint: address => `An email is on its way to ${address}. Nothing was changed yet.`,
    otherwise: days => `If it was not you, do nothing. The link works for ${days} days.`,
    join: {
      subject: list => `Confirm ${list}`,
      title: 'Would you like this?',
      text: list => `Somebody chose “${list}” for this address. If that was you, confirm it here.`,
      button: 'Yes, send me this',
      done: 'You are on the list',
      doneHint: list => `${list} comes from now on. You can leave at any time.`,
      asked: lists => `Look into your mailbox: ${lists} comes once you confirm it there.`,
      hint: 'after a confirmation by email',
    },
    data: {
      ask: 'Send me my data',
      subject: sender => (sender ? `Your data at ${sender}` : 'Your data'),
      title: 'Your data',
      text: 'Somebody asked for all that is kept here about this address. It is a file that programs can read, too.',
      button: 'Get my data',
      done: '',
      doneHint: '',
    },
    forget: {
      ask: 'Forget me',
      subject: sender => (sender ? `Shall ${sender} forget you?` : 'Shall we forget you?'),
      title: 'Shall we forget you?',
      text: 'Everything that is kept about this address is deleted: values, lists, what was opened. It can’t be taken back. A mark stays that nobody can read; it keeps the address from being added again.',
      button: 'Forget me for ever',
      done: 'You are forgotten',
      doneHint: 'Nothing about you is kept any more, and no emails come from here.',
    },
  },
  sv: {
    heading: 'Dina uppgifter',
    hint: 'Utskick vidarebefordras, därför visar den här sidan inget av dem. Båda kräver ett tryck till, i ett brev som bara du får.',
    sent: 'Titta i din inkorg',
    sentHint: address => `Ett brev är på väg till ${address}. Inget har ändrats än.`,
    otherwise: days => `Var det inte du behöver du inte göra något. Länken gäller i ${days} dagar.`,
    join: {
      subject: list => `Bekräfta ${list}`,
      title: 'Vill du ha det här?',
      text: list => `Någon har valt ”${list}” för den här adressen. Var det du, bekräfta här.`,
      button: 'Ja, skicka det till mig',
      done: 'Du är med på listan',
      doneHint: list => `${list} kommer från och med nu. Du kan lämna när som helst.`,
      asked: lists => `Titta i din inkorg: ${lists} kommer när du har bekräftat där.`,
      hint: 'efter en bekräftelse i ett brev',
    },
    data: {
      ask: 'Skicka mig mina uppgifter',
      subject: sender => (sender ? `Dina uppgifter hos ${sender}` : 'Dina uppgifter'),
      title: 'Dina uppgifter',
      text: 'Någon har bett om allt som finns sparat här om den här adressen. Det är en fil som även program kan läsa.',
      button: 'Hämta mina uppgifter',
      done: '',
      doneHint: '',
    },
    forget: {
      ask: 'Glöm mig',
      subject: sender => (sender ? `Ska ${sender} glömma dig?` : 'Ska vi glömma dig?'),
      title: 'Ska vi glömma dig?',
      text: 'Allt som finns sparat om den här adressen raderas: värden, listor, vad som öppnats. Det går inte att ångra. Ett märke blir kvar som ingen kan läsa; det hindrar att adressen läggs till igen.',
      button: 'Glöm mig för alltid',
      done: 'Du är glömd',
      doneHint: 'Inget om dig finns kvar, och inga utskick kommer härifrån.',
    },
  },
  de: {
    heading: 'Ihre Daten',
    hint: 'E-Mails werden weitergeleitet, daher zeigt diese Seite nichts davon. Beides braucht noch einen Klick in einer E-Mail, die nur Sie erhalten.',
    sent: 'Sehen Sie in Ihr Postfach',
    sentHint: address => `Eine E-Mail ist unterwegs an ${address}. Noch wurde nichts geändert.`,
    otherwise: days => `Wenn Sie es nicht waren, tun Sie nichts. Der Link gilt ${days} Tage.`,
    join: {
      subject: list => `Bestätigen Sie ${list}`,
      title: 'Möchten Sie das?',
      text: list =>
        `Jemand hat „${list}“ für diese Adresse gewählt. Wenn Sie das waren, bestätigen Sie es hier.`,
      button: 'Ja, schicken Sie mir das',
      done: 'Sie stehen auf der Liste',
      doneHint: list => `${list} kommt von nun an. Sie können jederzeit gehen.`,
      asked: lists => `Sehen Sie in Ihr Postfach: ${lists} kommt, sobald Sie es dort bestätigen.`,
      hint: 'nach einer Bestätigung per E-Mail',
    },
    data: {
      ask: 'Schicken Sie mir meine Daten',
      subject: sender => (sender ? `Ihre Daten bei ${sender}` : 'Ihre Daten'),
      title: 'Ihre Daten',
      text: 'Jemand hat um alles gebeten, was hier über diese Adresse gespeichert ist. Es ist eine Datei, die auch Programme lesen können.',
      button: 'Meine Daten holen',
      done: '',
      doneHint: '',
    },
    forget: {
      ask: 'Vergessen Sie mich',
      subject: sender => (sender ? `Soll ${sender} Sie vergessen?` : 'Sollen wir Sie vergessen?'),
      title: 'Sollen wir Sie vergessen?',
      text: 'Alles, was über diese Adresse gespeichert ist, wird gelöscht: Werte, Listen, was geöffnet wurde. Das lässt sich nicht zurücknehmen. Es bleibt eine Markierung, die niemand lesen kann; sie verhindert, dass die Adresse wieder hinzugefügt wird.',
      button: 'Mich für immer vergessen',
      done: 'Sie sind vergessen',
      doneHint: 'Über Sie ist nichts mehr gespeichert, und von hier kommen keine E-Mails.',
    },
  },
  fr: {
    heading: 'Vos données',
    hint: 'Les e-mails sont transférés ; cette page n’en montre donc rien. Les deux demandent encore un clic dans un e-mail que vous seul recevez.',
    sent: 'Regardez votre messagerie',
    sentHint: address => `Un e-mail est en route vers ${address}. Rien n’a encore été changé.`,
    otherwise: days => `Si ce n’était pas vous, ne faites rien. Le lien est valable ${days} jours.`,
    join: {
      subject: list => `Confirmez ${list}`,
      title: 'Souhaitez-vous cela ?',
      text: list =>
        `Quelqu’un a choisi « ${list} » pour cette adresse. Si c’était vous, confirmez-le ici.`,
      button: 'Oui, envoyez-moi cela',
      done: 'Vous êtes inscrit',
      doneHint: list => `Vous recevez désormais ${list}. Vous pouvez partir à tout moment.`,
      asked: lists => `Regardez votre messagerie : ${lists} vient dès que vous confirmez.`,
      hint: 'après une confirmation par e-mail',
    },
    data: {
      ask: 'M’envoyer mes données',
      subject: sender => (sender ? `Vos données chez ${sender}` : 'Vos données'),
      title: 'Vos données',
      text: 'Quelqu’un a demandé tout ce qui est conservé ici sur cette adresse. C’est un fichier que les programmes lisent aussi.',
      button: 'Obtenir mes données',
      done: '',
      doneHint: '',
    },
    forget: {
      ask: 'M’oublier',
      subject: sender =>
        sender ? `${sender} doit-il vous oublier ?` : 'Devons-nous vous oublier ?',
      title: 'Devons-nous vous oublier ?',
      text: 'Tout ce qui est conservé sur cette adresse est effacé : valeurs, listes, ce qui a été ouvert. C’est définitif. Il reste une marque que personne ne peut lire ; elle empêche d’ajouter de nouveau l’adresse.',
      button: 'M’oublier pour toujours',
      done: 'Vous êtes oublié',
      doneHint: 'Plus rien n’est conservé sur vous, et aucun e-mail ne vient d’ici.',
    },
  },
  nb: {
    heading: 'Dine opplysninger',
    hint: 'E-poster videresendes, derfor viser denne siden ingenting av dem. Begge krever ett trykk til, i en e-post som bare du får.',
    sent: 'Se i innboksen din',
    sentHint: address => `En e-post er på vei til ${address}. Ingenting er endret ennå.`,
    otherwise: days =>
      `Var det ikke deg, trenger du ikke gjøre noe. Lenken gjelder i ${days} dager.`,
    join: {
      subject: list => `Bekreft ${list}`,
      title: 'Vil du ha dette?',
      text: list => `Noen har valgt «${list}» for denne adressen. Var det deg, bekreft det her.`,
      button: 'Ja, send meg dette',
      done: 'Du står på listen',
      doneHint: list => `${list} kommer fra nå av. Du kan melde deg av når som helst.`,
      asked: lists => `Se i innboksen din: ${lists} kommer når du har bekreftet der.`,
      hint: 'etter en bekreftelse i en e-post',
    },
    data: {
      ask: 'Send meg opplysningene mine',
      subject: sender => (sender ? `Dine opplysninger hos ${sender}` : 'Dine opplysninger'),
      title: 'Dine opplysninger',
      text: 'Noen har bedt om alt som er lagret her om denne adressen. Det er en fil som også programmer kan lese.',
      button: 'Hent opplysningene mine',
      done: '',
      doneHint: '',
    },
    forget: {
      ask: 'Glem meg',
      subject: sender => (sender ? `Skal ${sender} glemme deg?` : 'Skal vi glemme deg?'),
      title: 'Skal vi glemme deg?',
      text: 'Alt som er lagret om denne adressen, slettes: verdier, lister, hva som ble åpnet. Det kan ikke angres. Et merke blir igjen som ingen kan lese; det hindrer at adressen legges til igjen.',
      button: 'Glem meg for alltid',
      done: 'Du er glemt',
      doneHint: 'Ingenting om deg er lagret lenger, og det kommer ingen e-post herfra.',
    },
  },
  da: {
    heading: 'Dine oplysninger',
    hint: 'E-mails videresendes, derfor viser denne side intet af dem. Begge kræver ét tryk mere i en e-mail, som kun du får.',
    sent: 'Se i din indbakke',
    sentHint: address => `En e-mail er på vej til ${address}. Intet er ændret endnu.`,
    otherwise: days => `Var det ikke dig, skal du ikke gøre noget. Linket gælder i ${days} dage.`,
    join: {
      subject: list => `Bekræft ${list}`,
      title: 'Vil du have dette?',
      text: list => `Nogen har valgt “${list}” for denne adresse. Var det dig, så bekræft det her.`,
      button: 'Ja, send mig dette',
      done: 'Du er på listen',
      doneHint: list => `${list} kommer fra nu af. Du kan stoppe når som helst.`,
      asked: lists => `Se i din indbakke: ${lists} kommer, når du har bekræftet der.`,
      hint: 'efter en bekræftelse i en e-mail',
    },
    data: {
      ask: 'Send mig mine oplysninger',
      subject: sender => (sender ? `Dine oplysninger hos ${sender}` : 'Dine oplysninger'),
      title: 'Dine oplysninger',
      text: 'Nogen har bedt om alt, der er gemt her om denne adresse. Det er en fil, som også programmer kan læse.',
      button: 'Hent mine oplysninger',
      done: '',
      doneHint: '',
    },
    forget: {
      ask: 'Glem mig',
      subject: sender => (sender ? `Skal ${sender} glemme dig?` : 'Skal vi glemme dig?'),
      title: 'Skal vi glemme dig?',
      text: 'Alt, der er gemt om denne adresse, slettes: værdier, lister, hvad der blev åbnet. Det kan ikke fortrydes. Et mærke bliver tilbage, som ingen kan læse; det hindrer, at adressen tilføjes igen.',
      button: 'Glem mig for altid',
      done: 'Du er glemt',
      doneHint: 'Intet om dig er gemt længere, og der kommer ingen e-mails herfra.',
    },
  },
  fi: {
    heading: 'Tietosi',
    hint: 'Viestejä lähetetään eteenpäin, joten tämä sivu ei näytä niistä mitään. Molemmat vaativat vielä yhden painalluksen viestissä, jonka vain sinä saat.',
    sent: 'Katso sähköpostiisi',
    sentHint: address =>
      `Viesti on matkalla osoitteeseen ${address}. Mitään ei ole vielä muutettu.`,
    otherwise: days =>
      `Jos se et ollut sinä, sinun ei tarvitse tehdä mitään. Linkki toimii ${days} päivää.`,
    join: {
      subject: list => `Vahvista ${list}`,
      title: 'Haluatko tämän?',
      text: list =>
        `Joku valitsi tälle osoitteelle listan ”${list}”. Jos se olit sinä, vahvista se tässä.`,
      button: 'Kyllä, lähettäkää minulle tämä',
      done: 'Olet listalla',
      doneHint: list => `${list} tulee tästä lähtien. Voit lopettaa milloin tahansa.`,
      asked: lists => `Katso sähköpostiisi: ${lists} tulee, kun vahvistat sen siellä.`,
      hint: 'sähköpostivahvistuksen jälkeen',
    },
    data: {
      ask: 'Lähettäkää minulle tietoni',
      subject: sender => (sender ? `Tietosi: ${sender}` : 'Tietosi'),
      title: 'Tietosi',
      text: 'Joku pyysi kaikkea, mitä tästä osoitteesta on täällä tallessa. Se on tiedosto, jota myös ohjelmat voivat lukea.',
      button: 'Hae tietoni',
      done: '',
      doneHint: '',
    },
    forget: {
      ask: 'Unohtakaa minut',
      subject: sender => (sender ? `Unohtaako ${sender} sinut?` : 'Unohdammeko sinut?'),
      title: 'Unohdammeko sinut?',
      text: 'Kaikki tästä osoitteesta tallennettu poistetaan: arvot, listat ja avaukset. Sitä ei voi perua. Jäljelle jää merkki, jota kukaan ei voi lukea; se estää osoitteen lisäämisen uudelleen.',
      button: 'Unohtakaa minut lopullisesti',
      done: 'Sinut on unohdettu',
      doneHint: 'Sinusta ei ole enää mitään tallessa, eikä täältä tule viestejä.',
    },
  },
}
