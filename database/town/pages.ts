// The three pages every site needs, in plain words and both languages. They describe the demo; a real owner replaces them.

export interface Page {
  slug: 'about' | 'terms' | 'privacy'
  title: { 'zh-TW': string; 'en-US': string }
  paragraphs: { 'zh-TW': readonly string[]; 'en-US': readonly string[] }
}

export const pages: readonly Page[] = [
  {
    slug: 'about',
    title: { 'zh-TW': '關於我們', 'en-US': 'About' },
    paragraphs: {
      'zh-TW': [
        '這裡是創作者的後門。走進來，就到了後臺，那裡的燈比較暗，話比較真。',
        '創作者在這裡發表照片與文字，決定哪些免費、哪些給追蹤的人、哪些給訂閱的人，哪些要用代幣解鎖。',
        '你可以追蹤、訂閱、打賞，或者只是安靜地看。每一筆錢花到哪裡，錢包裡都有一行清楚的紀錄。',
        '所有創作者上臺前都經過身分審核，所有人都年滿十八歲。',
        '這個站上的人物與作品是示範用的，全部由我們虛構；圖片是程式畫的，沒有任何真人。',
        '看到不對勁的內容，請按檢舉，我們有人在看，不只是機器。',
      ],
      'en-US': [
        'This is the performers’ entrance. Behind it the light is lower and people say what they mean.',
        'Creators publish pictures and words here, and decide what is free, what is for followers, what is for subscribers and what is unlocked with tokens.',
        'You may follow, subscribe, tip, or simply watch in silence. Wherever your money goes, one clear line in your wallet says so.',
        'Every creator’s identity is checked before they appear, and everyone here is eighteen or older.',
        'The people and works on this site are for demonstration and invented by us; the pictures are drawn by a program and show no one.',
        'If something looks wrong, report it. A person reads the reports, not only a machine.',
      ],
    },
  },
  {
    slug: 'terms',
    title: { 'zh-TW': '服務條款', 'en-US': 'Terms' },
    paragraphs: {
      'zh-TW': [
        '你必須年滿十八歲才能使用本站；你所在地的法律要求更高年齡時，從其規定。',
        '一個人一個帳號，請保管好密碼。從你的帳號做的事，我們視為你做的。',
        '代幣只能在本站使用，不能兌換現金，也不能轉給其他人。',
        '儲值完成後，代幣會在付款確認後入帳，每筆只入帳一次。',
        '訂閱會在到期時自動續訂，直到你取消為止；取消後仍可看到期滿。',
        '解鎖的內容給你個人觀看，不得下載轉傳、公開播放或重製。',
        '付費的圖片上有你的帳號，還有一個看不見的記號：外流的那一份送給了誰，查得出來。哪個帳號在什麼時候收到過哪張圖片，我們會一直保存。',
        '單項解鎖有問題時可以申請退回，由我們的工作人員判斷；退回後內容會再次上鎖。',
        '創作者保有自己作品的權利，並保證作品中每位出鏡者都成年且同意。',
        '禁止上傳違法、未經同意、涉及未成年人或冒充他人的內容；違者立即下架並停用帳號。',
        '本站對每筆收入收取服務費，比例顯示在創作者的每一行收益旁邊。',
        '我們可能調整條款，重要的改變會在生效前通知你，並請你重新同意。',
        '這份條款為示範文字，正式營運前應由站方換成經律師審閱的版本。',
      ],
      'en-US': [
        'You must be at least eighteen to use this site, or older where your law says so.',
        'One account for one person. Keep your password safe; what is done from your account counts as done by you.',
        'Tokens are for use on this site. They cannot be exchanged for cash or handed to someone else.',
        'When you top up, tokens arrive once the payment is confirmed, and only once for each payment.',
        'A subscription renews by itself until you cancel it, and after that you may watch until its end.',
        'What you unlock is for your own eyes: do not pass it on, show it in public or copy it.',
        'Paid pictures carry your username and a mark nobody sees, so that a copy that gets out tells whom it was sent to. Which account was sent which picture, and when, is kept for good.',
        'If something is wrong with an unlocked item you may ask for a refund. Our staff decide, and a refunded item locks again.',
        'Creators keep the rights to their work and warrant that everyone shown is an adult and has agreed.',
        'Nothing unlawful, nothing without consent, nothing involving minors, no pretending to be someone else. Such content is removed at once and the account closed.',
        'The site keeps a fee from each sale; creators see the share beside every line of their earnings.',
        'We may change these terms. You will hear of important changes before they apply and be asked to agree again.',
        'These terms are a demonstration. The owner should replace them with a text read by a lawyer before opening.',
      ],
    },
  },
  {
    slug: 'privacy',
    title: { 'zh-TW': '隱私', 'en-US': 'Privacy' },
    paragraphs: {
      'zh-TW': [
        '我們只收集讓服務運作所需的資料：你的名稱、電子郵件、生日、國家，以及你在站上的操作。',
        '生日用來確認你已成年，不會顯示在你的個人頁。',
        '創作者的身分文件從上傳的第一刻起就加密，只有審核人員能開，每次查看都會留下紀錄。',
        '我們不儲存完整的信用卡號；付款由金流服務處理，我們只記得末四碼。',
        '密碼只以雜湊保存，沒有人看得到，包括我們。',
        '上傳的照片會移除拍攝地點等隱藏資訊。',
        '你付費的紀錄只有你、收款的創作者與負責帳務的人看得到，創作者只看得到你的暱稱。',
        '我們用你的網路位址判斷國家，因為有些創作者選擇不在某些地方公開。',
        'Cookie只用來讓你保持登入、記住語言與佈景主題，沒有廣告追蹤。',
        '你可以封鎖任何人，對方不會收到通知。',
        '你可以隨時要求匯出或刪除資料；依法必須保存的帳務紀錄，以及哪張付費圖片送給了哪個帳號的紀錄除外。',
        '這份說明為示範文字，正式營運前應由站方依所在地法律修訂。',
      ],
      'en-US': [
        'We collect what the service needs and no more: your name, email, date of birth, country and what you do on the site.',
        'Your date of birth confirms that you are an adult and is not shown on your profile.',
        'Creators’ identity documents are encrypted from the first byte. Only reviewers can open them, and every look is recorded.',
        'We do not store card numbers. The payment provider does its work and we remember the last four digits.',
        'Passwords are kept as hashes only, so nobody can read them, including us.',
        'Hidden details such as the place are removed from every uploaded picture.',
        'What you paid is seen by you, by the creator you paid and by those who keep the books. The creator sees your display name only.',
        'We use your network address to tell the country, because some creators choose not to appear everywhere.',
        'Cookies keep you signed in and remember your language and theme. There is no advertising and no tracking for it.',
        'You may block anyone, and they are not told.',
        'You may ask for a copy of your data or its deletion at any time, except for records the law makes us keep, and for which paid picture was sent to which account.',
        'This text is a demonstration. The owner should adapt it to the law of the place before opening.',
      ],
    },
  },
]
