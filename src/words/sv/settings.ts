/** What each setting is for, in Swedish. */
export const settings: Record<string, string> = {
  HOST: 'Adressen som tjänsten lyssnar på; 0.0.0.0 för alla.',
  PORT: 'Porten som den lyssnar på; 0 tar någon ledig.',
  PUBLIC_URL:
    'Tjänstens publika adress; länkar i e-post och för inloggning börjar med den. Utan den används adressen i anropet för inloggning.',
  TRUST_PROXY:
    'Proxyservrar vars X-Forwarded-rader är trovärdiga: adresser eller nät, åtskilda av komman.',
  MAX_BODY: 'Det största anrop som läses; ett större besvaras med 413.',
  BODY_BUDGET:
    'Så mycket minne får innehållet i alla pågående anrop ta; fler besvaras med 503. Mottagarnas formulär har en åttondel till, händelser från reläer och återanrop från SMS-förmedlare en fjärdedel.',
  API_CALLS_PER_MINUTE:
    'Så många anrop till JSON-API:et får varje session eller nyckel göra per minut, i varje process; alla i ett konto fem gånger så många. En nyckel kan ha en egen gräns.',
  HEALTH_PORT:
    'Där en process med ROLES=worker svarar på /healthz, /readyz och /metrics; utan den svarar den inte.',
  METRICS_TOKEN:
    'Den som skickar detta som Bearer-token får läsa /metrics; utan det får bara den här datorn.',
  DATA_DIR: 'Där det inbyggda datalagret och nyckelfilen ligger, och filer medan de importeras.',
  DATABASE_URL:
    'En PostgreSQL 15 eller senare i stället för den inbyggda, till exempel postgres://user:password@host:5432/database. Av flera servrar, host1:5432,host2:5432, används den första som tar emot ändringar.',
  DATABASE_REPLICA_URL:
    'En reserv till den PostgreSQL-servern, för rapporter, exporter och sidor. Svaren är lika nya som huvudserverns, som svarar där reserven ligger efter eller är borta.',
  DATABASE_CONNECTIONS:
    'Så många anslutningar till datalagret håller varje process som mest; en som arbetar håller sex till för importer.',
  SECRET_KEY:
    'Krypterar det som inte får kunna läsas i en dump av datalagret, minst 32 tecken; utan den skapas och används DATA_DIR/secret.key.',
  API_NAMESPACE:
    'Webbtjänstens XML-namnrymd; program som flyttar från en annan tjänst behåller dess namnrymd.',
  API_SERVICE_NAME: 'Webbtjänstens namn i WSDL och hjälp.',
  API_OPERATIONS:
    'Webbtjänstens operationer: alla, eller bara specifikationens 38, utan de tillägg som program för andra tjänster anropar.',
  ACCOUNT_USERNAME: 'Användarnamnet för det första kontot, som skapas i ett tomt datalager.',
  ACCOUNT_PASSWORD: 'Det första kontots lösenord; utan det skapas ett och visas en gång.',
  NOTICE_FROM:
    'Avsändaren av inbjudningar och länkar för nytt lösenord; annars avsändaren för kontots första lista, men inga studsar går dit.',
  SYSTEM_MAIL_PROJECT:
    'Projektet som mejl till medlemmar går genom, som användarnamn/projekt: de står i liggaren, försöks igen och har dess avsändare om NOTICE_FROM saknas. Den som får läsa kontots mejl läser också länkarna i dem. Annars går de en gång genom det första relä som kan användas.',
  OIDC_ISSUER:
    'Utfärdaren hos en leverantör av OpenID Connect där medlemmar kan logga in, till exempel https://login.example.com; utan den loggar de bara in med lösenord.',
  OIDC_CLIENT_ID:
    'Vad leverantören kallar den här tjänsten. Adressen för återkomst där är PUBLIC_URL/console/provider/return.',
  OIDC_CLIENT_SECRET:
    'Hemligheten som leverantören gav den här tjänsten; ingen för en publik klient.',
  OIDC_NAME: 'Vad leverantören kallas, för inloggningsknappen; annars dess värdnamn.',
  ROLES: 'Vad den här processen gör: besvarar anrop (web), arbetet bakom dem (worker), eller båda.',
  LOG_LEVEL: 'Hur mycket som loggas: fatal, error, warn, info, debug, trace eller silent.',
  LOG_FORMAT:
    'Loggradernas form: JSON för program, eller text för människor; auto ger text i en terminal.',
  STOP_DELAY:
    'Hur länge en tjänst som stoppas tar emot anrop, medan /readyz svarar 503 och varje svar stänger sin anslutning. Med 0, vid Ctrl-C i en terminal, och när ingen har anropat på en minut, tar den genast inga fler.',
  STOP_TIMEOUT:
    'Tidsgräns för ett stopp. Oavslutade steg loggas, och processen avslutas med SIGKILL.',
  LEASE_SECONDS:
    'Hur länge e-post, SMS, importer och webhookar stannar hos en process som inte hör av sig, innan andra tar över dem.',
  UNCERTAIN_MAX:
    'Så många e-brev har varje process som mest på väg: de som en krasch lämnar ovissa.',
  SMTP_URL:
    'Reläet som e-post går till, till exempel smtp://user:password@mail.example.com:587; utan något (och utan rutter) behåller sandlådan dem.',
  RETRY_UNCERTAIN:
    'Om ett e-brev vars svar gick förlorat i en krasch skickas igen, med samma Message-ID.',
  CONFIRM_AFTER:
    'Ett utskick som är försenat mer än så, efter ett stopp eller en återläsning, väntar på en bekräftelse.',
  SIGN_UP_DAYS: 'Hur länge den som anmält sig i ett formulär kan bekräfta det.',
  SIGN_UP_MX: 'Om anmälningar avvisas när adressens domän enligt DNS inte tar emot e-post.',
  DNS_RESOLVER:
    'DNS-servrarna för kontrollerna och för att hitta mottagarnas e-postservrar, åtskilda av komman; annars datorns egna.',
  BOUNCE_DOMAIN:
    'Domänen för kuvertets avsändare, som tar emot studsar; annars värdnamnet i PUBLIC_URL.',
  BOUNCE_PORT:
    'Där studsar och avanmälan per e-post tas emot med SMTP (25 för världen, eller en port som en e-postserver lämnar vidare till); utan den tas de inte emot.',
  BOUNCE_HOST: 'Adressen som BOUNCE_PORT lyssnar på; 0.0.0.0 för alla.',
  BOUNCE_TLS_CERT: 'Certifikatet med sin kedja i PEM, som BOUNCE_PORT erbjuder STARTTLS med.',
  BOUNCE_TLS_KEY: 'Den privata nyckeln till BOUNCE_TLS_CERT, i PEM.',
  BOUNCE_TOKEN_DAYS:
    'Hur länge efter ett utskick dess studsar tas emot. Avanmälan tas emot så länge utskicket är känt.',
  BOUNCE_KEEP_DAYS: 'Hur länge inkomna meddelanden och studsar utan följder sparas.',
  BOUNCE_SOFT_LIMIT:
    'Efter så många mjuka studsar i rad (en full brevlåda) får en adress ingen e-post en tid.',
  BOUNCE_SOFT_DAYS:
    'Dagarna som BOUNCE_SOFT_LIMIT räknar; också hur länge adressen är spärrad innan det prövas igen.',
  BOUNCE_HARD_DAYS:
    'Hur länge en hård studs räknas, minst 30 dagar; sedan prövas adressen igen. Utan värde för alltid. Klagomål och avanmälningar upphör aldrig.',
  BOUNCE_HOLD_DAYS:
    'Hur länge hårda studsar väntar på ett beslut när samma svar kom för många; sedan släpps de.',
  COMPLAINT_ALERT:
    'Från den här andelen klagomål av mottagen e-post, och fem av dem, varnar loggen för ett utskick.',
  COMPLAINT_BRAKE:
    'Från den här andelen klagomål av mottagen e-post, och fem av dem, pausas ett utskick; utan värde inget.',
  FETCH_ALLOW:
    'Servrar, adresser eller nät som får anslutas fast de inte är publika, åtskilda av komman.',
  IMPORT_MAX_BYTES: 'Den största fil som importeras, packad eller uppackad.',
  IMPORT_WAIT:
    'Hur länge InsertCsvSubscribersFromFileCustom väntar på sin import innan det svarar med antalet så långt.',
  IMPORT_KEEP_DAYS: 'Hur länge en import kan ångras, och dess fil och avvisade rader sparas.',
  MEDIA_MAX_BYTES: 'Den största bild som tas emot i biblioteket.',
  MEDIA_S3_URL:
    'Adressen till en hink i ett objektlager med protokollet S3, för nya bilder: https://s3.example.com/bucket. Utan den sparas de i datalagret.',
  MEDIA_S3_REGION: 'Objektlagrets region.',
  MEDIA_S3_KEY_ID: 'Åtkomstnyckelns id.',
  MEDIA_S3_SECRET: 'Åtkomstnyckelns hemlighet.',
  OLD_PASSWORD: 'Lösenordet hos den tidigare tjänsten för flytten; utan det frågar kommandot.',
  SMS_URL:
    'Förmedlaren som SMS går till: smpp://user:password@host:2775?window=50&rate=100&from=Pennypost, smpps:// för TLS, eller https://-adressen till en HTTP-förmedlare, med #rate=100&from=Pennypost efter; utan någon behåller sandlådan dem.',
  SMS_HTTP_BODY:
    'Innehållet som skickas till en HTTP-förmedlare, med platshållare: JSON om det börjar med {, annars ett formulär; utan det skickas SMS med GET.',
  SMS_HTTP_HEADERS:
    'Rader i huvudet för en sådan förmedlare, ”Namn: värde”, med skiljetecken mellan flera.',
  SMS_HTTP_OK:
    'Vad ett svar från en sådan förmedlare måste innehålla för att vara lyckat, utöver statusen; ett reguljärt uttryck.',
  SMS_HTTP_ID: 'Hittar SMS:ets id i ett sådant svar: ett reguljärt uttryck med en grupp.',
  SMS_CALLBACK_TOKEN:
    'Hemligheten i adresserna där en HTTP-förmedlare lämnar kvitton och svar, minst 16 bokstäver, siffror, - eller _; utan den tas inga emot.',
  SMS_STOP_WORDS: 'Svar som avanmäler ett nummer från SMS.',
  SMS_START_WORDS: 'Svar som anmäler det igen.',
  HIT_KEEP_MONTHS: 'Hur länge varje öppning och klick sparas för sig; antalen blir kvar.',
  LEDGER_KEEP_MONTHS:
    'Hur länge efter ett utskicks slut det sparas vem som fick det, öppnade och klickade, med adresser och svar; antalen blir kvar. 0: för alltid.',
  EVENT_KEEP_DAYS:
    'Hur länge händelser som program lämnar om personer sparas; det som de startade fortsätter.',
  CLICK_PARAMETER:
    'Parametern som ger ett klicks märke vidare till länkens mål, så att köp där kan knytas till det; ”off” för ingen.',
  CONVERSION_DAYS: 'Hur länge efter ett klick ett köp knyts till det.',
  CONVERSION_MAX:
    'Det största ordervärde som tas emot från sidan efter ett köp, som alla med en länk kan förfalska; en server med nyckel får rapportera mer.',
  WEBHOOK_KEEP_DAYS:
    'Hur länge skickade händelser sparas, för att visas och skickas igen, och de som väntar på en pausad webhook.',
  AUDIT_KEEP_MONTHS: 'Hur länge ändringsloggen sparas: vem som ändrade vad.',
  ALARM_EMAIL:
    'Vem som får veta per e-post att något behöver någon och att det är över: ett program som är tyst eller misslyckas, ett relä som avvisar, en kö som blir gammal; utan den ingen.',
  ALARM_LANGUAGE: 'Språket i e-post om larm.',
  PROGRAM_EXCHANGE_DAYS:
    'Hur många dagar programmens senaste anrop och svar sparas, maskerade; 0: inga.',
  SUBMISSION_HOST: 'Adressen där e-post från program tas emot med SMTP; 0.0.0.0 för alla.',
  SUBMISSION_NAME:
    'Värdnamnet som program når den här SMTP-tjänsten med, som certifikatet har det; annars värdnamnet i PUBLIC_URL.',
  SUBMISSION_PORT:
    'Porten där e-post från program tas emot med SMTP och STARTTLS; utan den tas ingen emot.',
  SUBMISSION_TLS_CERT: 'SMTP-tjänstens certifikat med sin kedja, i PEM.',
  SUBMISSION_TLS_KEY: 'Den privata nyckeln till SUBMISSION_TLS_CERT, i PEM.',
  SUBMISSION_TLS_PORT: 'Porten där den här SMTP-tjänsten är krypterad från första byten.',
}
