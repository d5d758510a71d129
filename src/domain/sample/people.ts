/** A thousand made-up subscribers for trying Pennypost: the same each time, at reserved domains. */

export interface SamplePerson {
  email: string
  name: string
  format: 'html' | 'text'
  countryCode: string
  /** DD1: town, DD2: preference, DD3: customer since. */
  fields: [string, string, string]
}

interface Culture {
  countryCode: string
  /** After a colon: the spelling in the address, where it differs from the name in ASCII. */
  given: string[]
  family: string[]
  town: string[]
  likes: string[]
  familyFirst?: true
}

const words = (text: string): string[] => text.split(' ')
const rows = (text: string): string[] => text.split(', ')

const culture = (
  countryCode: string,
  given: string,
  family: string,
  town: string,
  likes: string,
  familyFirst?: true,
): Culture => ({
  countryCode,
  given: words(given),
  family: words(family),
  town: rows(town),
  likes: rows(likes),
  ...(familyFirst && { familyFirst }),
})

const CULTURES: Culture[] = [
  culture(
    'SE',
    'Åsa Björn Märta Örjan Maja Nils Göran Elsa',
    'Lindström Åkesson Öberg Sjöberg Nyström Hägg Grönlund Bäck',
    'Malmö, Växjö, Umeå, Göteborg',
    'kanelbullar, knäckebröd, semlor',
  ),
  culture(
    'DE',
    'Jürgen Käthe Anna Lukas Sören Greta Björn Heike',
    'Müller Schäfer Groß Böhm Weiß Köhler Jäger Vogel',
    'München, Köln, Düsseldorf, Jena',
    'Brezeln, Roggenbrot, Streuselkuchen',
  ),
  culture(
    'FR',
    'Zoé Benoît Chloé Rémi Anaïs Loïc Inès François',
    'Lefèvre Dubois Gagné Leroy Beaupré Nöel Besançon Côté',
    'Orléans, Besançon, Nîmes, Lyon',
    'croissants, pain au levain, éclairs',
  ),
  culture(
    'ES',
    'María José Íñigo Lucía Begoña Raúl Inés Óscar',
    'Muñoz Núñez García Peña Ibáñez Gómez Ordóñez León',
    'Logroño, Málaga, Cádiz, A Coruña',
    'ensaimadas, pan de pueblo, magdalenas',
  ),
  culture(
    'PL',
    'Łucja Grażyna Paweł Michał Zofia Błażej Małgorzata Jan',
    'Wójcik Kamiński Dąbrowski Krawczyk Zając Wróbel Łuczak Gołąb',
    'Łódź, Kraków, Gdańsk, Poznań',
    'obwarzanki, chleb żytni, pączki',
  ),
  culture(
    'CZ',
    'Jiří Kateřina Ondřej Žaneta Tomáš Věra Šárka Luboš',
    'Novák Dvořák Černý Růžička Kříž Němec Říha Beneš',
    'Plzeň, Brno, České Budějovice, Zlín',
    'koláče, rohlíky, vánočka',
  ),
  culture(
    'TR',
    'Ayşe Gökhan Şule İlker Çiğdem Uğur Özge Barış',
    'Yılmaz Öztürk Şahin Çelik Güneş Aydın Doğan Kılıç',
    'İstanbul, İzmir, Muğla, Eskişehir',
    'simit, poğaça, açma',
  ),
  culture(
    'GB',
    'Olivia Jack Amelia Harry Isla George Ava Freddie',
    'Smith Taylor Evans Walker Hughes Clarke Bennett Reid',
    'York, Bath, Leeds, Truro',
    'scones, crumpets, sourdough',
  ),
  culture(
    'IE',
    'Aoife Seán Niamh Pádraig Róisín Ciarán Sinéad Fionn',
    "O'Brien Murphy Ó-Súilleabháin Byrne Nolan Keane Daly Breen",
    'Galway, Cork, Sligo, Ennis',
    'soda bread, barmbrack, scones',
  ),
  culture(
    'VN',
    'Hương:huong Tuấn:tuan Thảo:thao Đức:duc Yến:yen Bảo:bao Nga:nga Sơn:son',
    'Nguyễn:nguyen Trần:tran Phạm:pham Đặng:dang Bùi:bui Hồ:ho Ngô:ngo Lý:ly',
    'Huế, Đà Nẵng, Hà Nội, Cần Thơ',
    'bánh mì, bánh bò',
    true,
  ),
  culture(
    'GR',
    'Ελένη:eleni Γιώργος:giorgos Σοφία:sofia Νίκος:nikos Άννα:anna Πέτρος:petros Χλόη:chloi ' +
      'Μάρκος:markos',
    'Παππάς:pappas Γεωργίου:georgiou Νικολάου:nikolaou Ιωάννου:ioannou Δήμου:dimou ' +
      'Μάντης:mantis Ρήγας:rigas Λάζος:lazos',
    'Αθήνα, Βόλος, Χανιά, Πάτρα',
    'κουλούρια, τσουρέκι',
  ),
  culture(
    'UA',
    'Олена:olena Андрій:andrii Їлина:yilyna Петро:petro Ганна:hanna Тарас:taras Юлія:yuliia ' +
      'Богдан:bohdan',
    'Шевченко:shevchenko Коваль:koval Мельник:melnyk Гончар:honchar Лисенко:lysenko ' +
      'Білик:bilyk Кравець:kravets Ткач:tkach',
    'Київ, Львів, Одеса, Харків',
    'паляниця, пампушки',
  ),
  culture(
    'BG',
    'Мария:maria Иван:ivan Елена:elena Стоян:stoyan Рада:rada Борис:boris Вяра:vyara Петър:petar',
    'Иванов:ivanov Петров:petrov Димитров:dimitrov Стоянов:stoyanov Колев:kolev ' +
      'Тодоров:todorov Ангелов:angelov Минчев:minchev',
    'София, Варна, Пловдив, Русе',
    'баница, козунак',
  ),
  culture(
    'IL',
    'נועה:noa דוד:david מאיה:maya יוסף:yosef תמר:tamar אורי:ori שירה:shira גיל:gil',
    'כהן:cohen לוי:levi מזרחי:mizrahi פרץ:peretz ביטון:biton דהן:dahan שמש:shemesh בר:bar',
    'חיפה, יפו, עכו',
    'חלה, רוגלך',
  ),
  culture(
    'EG',
    'ليلى:layla عمر:omar مريم:maryam يوسف:youssef سلمى:salma كريم:karim نور:nour حسن:hassan',
    'المصري:elmasry فاروق:farouk منصور:mansour سليمان:soliman شريف:sherif صالح:saleh ' +
      'بدوي:badawi رمزي:ramzy',
    'القاهرة, الإسكندرية, أسوان',
    'خبز بلدي, قطايف',
  ),
  culture(
    'IN',
    'आशा:asha राहुल:rahul प्रिया:priya अमित:amit मीरा:meera विजय:vijay नेहा:neha रोहन:rohan',
    'शर्मा:sharma वर्मा:verma गुप्ता:gupta सिंह:singh जोशी:joshi मेहता:mehta राव:rao दास:das',
    'दिल्ली, पुणे, जयपुर',
    'नान, कुलचा',
  ),
  culture(
    'JP',
    'さくら:sakura 太郎:taro 花子:hanako 健:ken 美咲:misaki 翔:sho 結衣:yui 大輔:daisuke',
    '佐藤:sato 鈴木:suzuki 高橋:takahashi 田中:tanaka 伊藤:ito 渡辺:watanabe 山本:yamamoto 中村:nakamura',
    '京都, 札幌, 神戸, 福岡',
    'メロンパン, あんパン',
    true,
  ),
  culture(
    'KR',
    '지민:jimin 서연:seoyeon 민준:minjun 하은:haeun 도윤:doyun 수아:sua 예준:yejun 유나:yuna',
    '김:kim 이:lee 박:park 최:choi 정:jung 강:kang 조:cho 윤:yoon',
    '서울, 부산, 전주',
    '호떡, 단팥빵',
    true,
  ),
]

export const SAMPLE_SIZE = 1000

/** Reserved domains (RFC 2606), with subdomains of our own. */
const DOMAINS = ['sample.example.com', 'sample.example.test']

const LETTERS: Record<string, string> = { ł: 'l', đ: 'd', ß: 'ss', ı: 'i', ø: 'o', æ: 'ae' }

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[łđßıøæ]/g, letter => LETTERS[letter]!)
    .replace(/[^a-z]/g, '')

function part(word: string): { shown: string; plain: string } {
  const [shown = '', roman = shown] = word.split(':')
  return { shown, plain: plain(roman) }
}

const pick = <T>(items: T[], number: number): T => items[number % items.length]!

function person(number: number): SamplePerson {
  const { given, family, town, likes, countryCode, familyFirst } = pick(CULTURES, number)
  const round = Math.floor(number / CULTURES.length)
  const first = part(pick(given, round))
  // Each further round of given names uses the next family name, so that no name repeats.
  const last = part(pick(family, round + Math.floor(round / given.length)))
  return {
    email: `${first.plain}.${last.plain}.${countryCode.toLowerCase()}@${pick(DOMAINS, number)}`,
    name: familyFirst ? `${last.shown} ${first.shown}` : `${first.shown} ${last.shown}`,
    format: number % 20 === 7 ? 'text' : 'html',
    countryCode,
    fields: [pick(town, round), pick(likes, round), String(2015 + (number % 11))],
  }
}

export const samplePeople = (): SamplePerson[] =>
  Array.from({ length: SAMPLE_SIZE }, (_, number) => person(number))
