/**
 * Words that come to everybody's mind here: a new password is more than some of them with digits, as it is more than the
 * centre's name and its owner's. Lower case, without accents.
 */
export const guessableWords: readonly string[] =
  `password parool parole salasona welcome letmein qwerty admin administrator root user guest test secret hello
  trenn trenni treening treener trainer training treneris trenins sport spordi sporta spordiklubi sportaklubs fitness fitnesa gym
  jousaal club klubi klubs member liige biedrs joogapilates jooga yoga joga pilates golf spinning crossfit
  eesti estonia latvija latvia tallinn tartu parnu narva riga jurmala liepaja ventspils
  kevad suvi sugis talv pavasaris vasara rudens ziema spring summer autumn winter
  kallis tere emake mamma sveiki milu`.split(/\s+/);
