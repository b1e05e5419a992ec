import type { Language } from '#shared/kernel/language.ts';

export interface NameList {
  readonly women: readonly string[];
  readonly men: readonly string[];
  /** A man's form, and a woman's after a slash where it differs. */
  readonly families: readonly string[];
}

const list = (text: string) => text.trim().split(/\s+/);

/** Usual names; whoever they make together is invented. */
export const nameLists: Readonly<Record<Language, NameList>> = {
  et: {
    women: list(`
      Liis Kai Grete Kadri Mari Anneli Piret Triin Kristi Maarja Eliise Helena Laura Getter Merle Tiina Riina
      Signe Ingrid Katrin Birgit Pille Ülle Heli Marit Anu Evelin Kertu Liisa Reet Johanna Sandra Hedvig Õie`),
    men: list(`
      Rasmus Taavi Marten Priit Jaan Mihkel Kristjan Tanel Rein Siim Martin Andres Toomas Indrek Marko Urmas
      Karl Oskar Henri Madis Ott Raivo Erki Jüri Sander Argo Kaarel Lauri Meelis Tõnu Hannes Märt`),
    families: list(`
      Tamberg Põldma Loorits Aasmäe Ilves Rebane Kask Saar Sepp Mägi Kukk Pärn Koppel Luik Oja Raudsepp Põder
      Lepik Kuusk Kivi Laas Nurm Sild Rand Soosaar Vaher Toom Jõgi Metsaäär Roosimägi Kadakas Uibo Hein
      Pihlakas Sarapuu Vahtra Allik Nõmmik Tuulik Kärner Lõhmus Jürisoo Randmaa Teder Varik Hallik Orav
      Kaasiku Liivamägi Paju Tammik Rohtla Sinijärv Kõrgesaar Üksvärav Õunapuu Käosaar Vainola`),
  },
  lv: {
    women: list(`
      Elza Ilze Anna Līga Kristīne Inese Dace Laura Zane Agnese Baiba Evija Santa Ieva Marta Sanita Rūta Vineta
      Linda Madara Sintija Aija Guna Elīna Kate Paula Daiga Undīne Signe Solvita Žanete`),
    men: list(`
      Jānis Andris Mārtiņš Kārlis Edgars Raimonds Artūrs Gatis Uldis Normunds Kaspars Toms Roberts Rihards
      Oskars Juris Aigars Guntis Ģirts Reinis Valdis Ivars Emīls Niks Ričards Harijs Dāvis Renārs Modris`),
    families: list(`
      Vītols/Vītola Ozols/Ozola Bērziņš/Bērziņa Kalniņš/Kalniņa Liepiņš/Liepiņa Krūmiņš/Krūmiņa Zariņš/Zariņa
      Balodis/Balode Eglītis/Eglīte Priede Sproģis/Sproģe Lapiņš/Lapiņa Ābols/Ābola Rozītis/Rozīte
      Zvirbulis/Zvirbule Vanags/Vanaga Kļaviņš/Kļaviņa Riekstiņš/Riekstiņa Skujiņš/Skujiņa Apinis/Apine
      Dzenis/Dzene Gailis/Gaile Strazdiņš/Strazdiņa Upītis/Upīte Straume Avotiņš/Avotiņa Salmiņš/Salmiņa
      Vilks/Vilka Lācis/Lāce Briedis/Briede Cīrulis/Cīrule Pūce Grava Kalējs/Kalēja Mūrnieks/Mūrniece
      Dārznieks/Dārzniece Zālītis/Zālīte Siliņš/Siliņa Pētersons/Pētersone Jūrmalietis/Jūrmaliete`),
  },
  en: {
    women: list(`
      Emma Olivia Grace Hannah Chloe Lucy Alice Ruby Megan Holly Amber Freya Isla Tessa Imogen Nora Clara`),
    men: list(`
      Jack Oliver Harry Thomas George Ben Luke Owen Adam Ryan Miles Callum Felix Hugo Rory Dylan Theo`),
    families: list(`
      Whitfield Marsh Holloway Ashby Pemberton Lockwood Thornbury Redfern Hartley Wainwright Ellwood Birch
      Stanfield Cray Fairburn Millbrook Penrose Hollis Garrick Winslow Northey Alderton`),
  },
};

/** How often a language's names are heard, by the centre's own language and its country. */
export const nameShares: Readonly<Record<string, Readonly<Record<Language, number>>>> = {
  'et EE': { et: 0.86, lv: 0.05, en: 0.09 },
  'en EE': { et: 0.5, lv: 0.08, en: 0.42 },
  'lv LV': { et: 0.05, lv: 0.86, en: 0.09 },
  'en LV': { et: 0.06, lv: 0.5, en: 0.44 },
};

/** Under `.test` nothing is ever delivered. */
export const mailHosts = ['post.test', 'kiri.test', 'pasts.test', 'mail.test', 'kodu.test'] as const;

/** Where families live; invented, as the people. */
export const streets = {
  EE: ['Kasevälja tee', 'Pihlapuu', 'Ojakalda', 'Sireliõue', 'Männikäbi'],
  LV: ['Bērzlapu iela', 'Strauta iela', 'Ceriņkrasta iela', 'Kļavu līkums', 'Pūpolu iela'],
} as const;
