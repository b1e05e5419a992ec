import { pino } from 'pino';
import { migrate } from '#server/kernel/migrate.ts';
import { assemble } from '#server/assemble.ts';
import { systemClock } from '#server/kernel/clock.ts';
import { hashPassword } from '#server/account/passwords.ts';
import { builtInTenants } from '#server/tenants/built-in.ts';
import { builtInStyles } from '#server/tenants/styles/built-in.ts';
import { drawLogos } from '#server/tenants/logos.ts';
import { buyingTerms } from '#server/tenants/texts.ts';
import { instantAt, localDate, addDays, addMinutes } from '#shared/kernel/dates.ts';
import { mountPages } from '#server/pages.ts';
const U=process.env.U!;
await migrate(U);
const s = await assemble({ databaseUrl: U, poolSize: 8, isNamed: true, clock: systemClock, logger: pino({level:'warn'}, pino.destination(2)), secret:'x'.repeat(40), isDevelopment:true, isProduction:false, trustProxy:false, callsPerMinute:0, port:()=>8099, mountPages:(app)=>mountPages(app,{isDevelopment:true,hasVite:false,clock:systemClock}) });
const q=async(text:string,values:unknown[]=[])=>(await s.system.run({text,values}))[0] as any[];
const h=await hashPassword('Demo1234');
if ((await q('select 1 from tenants limit 1')).length===0) for (const t of builtInTenants) {
 const [{tenant_id:id}]=await q(`insert into tenants(host,name,kind,country,time_zone,default_language,languages,slogans,theme,page_rules,limits,company,texts,logos) values ($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11,$12,$13,$14) returning tenant_id`,[t.host,t.title,t.kind,t.country2Code,t.timeZone,t.defaultLanguage,t.languages,t.slogan,t.theme,t.pageRules,t.limits,{...t.company,contact:t.contact},{buyingTerms:Object.fromEntries(t.languages.map(l=>[l,buyingTerms(t,l)]))},drawLogos(t)]);
 const rooms:number[][]=[];
 for(const c of t.clubs){const [{id:cid}]=await q(`insert into clubs(tenant_id,name,address,city,opening_hours) values ($1,$2,$3,$4,'[]') returning id`,[id,c.name,c.address,c.city]);
  for(const r of c.rooms){const [{id:rid}]=await q('insert into rooms(tenant_id,club_id,name,capacity) values ($1,$2,$3,$4) returning id',[id,cid,r.name,r.places]); rooms.push([rid,cid]);}}
 const styles:any[]=[]; for(const k of t.styles){const st:any=(builtInStyles as any)[k]; const [{id:sid}]=await q('insert into styles(tenant_id,names,colour) values ($1,$2,$3) returning id',[id,st.name,st.colour]); styles.push([sid,st]);}
 const trainers:number[]=[]; for(const n of ['Liis Tamberg','Kai Loorits','Rasmus Põldma','Grete Aasmäe','Marten Ilves','Taavi Rebane','Henri Saks','Maret Lepik']){const [f,l]=n.split(' '); const [{id:tid}]=await q('insert into trainers(tenant_id,first_name,last_name) values ($1,$2,$3) returning id',[id,f,l]); trainers.push(tid);}
 for(const [i,n] of ['member','trainer','admin','extra'].entries()){const [{id:cl}]=await q(`insert into clients(tenant_id,code,first_name,last_name,email,phone) values ($1,$2,'Mari','Maasikas',$3,'+3725550000') returning id`,[id,n,n+'@demo.test']); await q(`insert into accounts(tenant_id,email,username,password_hash,client_id,trainer_id,language,is_admin) values ($1,$2,$3,$4,$5,$6,$7,$8)`,[id,n+'@demo.test',n,h,cl,n==='trainer'?trainers[0]:null,t.defaultLanguage,n==='admin']);}
 const today=localDate(systemClock.now(),t.timeZone);
 for(let d=-7;d<14;d++) for(let i=0;i<14;i++){const date=addDays(today,d); const [sid,st]=styles[(i+d+30)%styles.length]; const [rid,cid]=rooms[i%rooms.length]!; const time=`${String(7+i).padStart(2,'0')}:${i%2?'30':'00'}`; const at=instantAt(date,time,t.timeZone);
  await q(`insert into trainings(tenant_id,style_id,club_id,room_id,trainer_id,name,starts_at,ends_at,local_date,max_places,is_cancelled,public_comment) values ($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11,$12) on conflict do nothing`,[id,sid,cid,rid,trainers[i%8],st.name[t.defaultLanguage],at,addMinutes(at,50),date,i%5===0?1:i%4===0?2:20,i===6,'Kuus jaama, kaks ringi. Võta kaasa sisejalatsid ja rätik.']);}
}
await s.start();
await s.app.listen({port:8099,host:'::'}); console.log('up');
