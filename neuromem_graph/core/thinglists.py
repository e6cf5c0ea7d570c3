"""Words that everybody knows: databases, hosts, services, medicines, illnesses, premises."""

from neuromem_graph.core.wordlists import one_of

__all__ = [
    "DATABASES",
    "DEGREES",
    "DRUGS",
    "HOSTS",
    "ILLNESSES",
    "PREMISES",
    "SERVICES",
    "STUFF",
]

DATABASES = one_of(
    "postgresql postgres mysql mariadb sqlite mongodb mongo redis cassandra scylladb"
    " couchdb dynamodb duckdb clickhouse cockroachdb sql_server neo4j firestore aurora"
    " influxdb timescaledb snowflake bigquery elasticsearch oracle supabase"
)
HOSTS = one_of(
    "netlify vercel heroku render fly\\.io hetzner digitalocean digital_ocean ovh linode"
    " scaleway aws azure google_cloud gcp cloudflare_pages github_pages gitlab_pages railway"
    " contabo vultr koyeb squarespace wix godaddy dreamhost bluehost siteground rackspace"
    " namecheap neocities hostinger"
)
ILLNESSES = one_of(
    "asthma diabetes epilepsy migraine migraines tinnitus arthritis eczema psoriasis"
    " rosacea scoliosis sciatica gout vertigo lupus glaucoma cataracts endometriosis"
    " fibromyalgia osteoporosis hypertension hypothyroidism hyperthyroidism anaemia anemia"
    " insomnia narcolepsy dyslexia dyspraxia autism adhd ocd ptsd ibs ibd pcos copd ms"
    " hay_fever sleep_apnea sleep_apnoea coeliac_disease celiac_disease crohn's_disease"
    " crohn's ulcerative_colitis parkinson's dementia alzheimer's bipolar_disorder reflux"
    " acid_reflux heart_disease kidney_disease hepatitis cystic_fibrosis multiple_sclerosis"
    " raynaud's angina haemophilia hemophilia"
)
DRUGS = (
    r"(?:[a-z]{2,14}(?:formin|statin|profen|sartan|olol|oxetine|faxine|prazole|cillin|thyroxine"
    r"|zepam|traline|pressant|gabalin|pentin|trexate|limumab|lukast|terol|nisone|nisolone|setron"
    r"|triptan|parin|dipine|thiazide|barbital|azepine|triptyline)|metformin|warfarin|insulin"
    r"|lithium"
    r"|ramipril|lisinopril|enalapril|aspirin|bupropion|carbimazole|cetirizine|loratadine|ritalin"
    r"|concerta|prozac|zoloft|lexapro|escitalopram|citalopram|antidepressants|beta\sblockers"
    r"|blood\sthinners|antihistamines|statins|the\spill)"
)
"""Names of medicines by the endings that tell their class, and common ones without."""
DEGREES = (
    r"(?:master'?s?|masters|bachelor'?s?|phd|doctorate|degree|mba|msc|bsc|ba|ma|diploma|minor|major"
    r"|certificate)"
)

PREMISES = (
    one_of(
        "bank school hospital shop bakery library restaurant kitchen warehouse factory lab"
        " laboratory"
        " clinic pharmacy garage museum hotel café cafe bar pub nursery kindergarten bookshop"
        " bookstore brewery law_firm call_centre call_center studio salon gallery archive"
        " nursing_home"
        " care_home hospice supermarket shipyard dairy mill florist's butcher's baker's university"
    )
    + r"(?!\s(?:job|role|team|setting|context|environment|project|group|band)\b)"
)
SERVICES = one_of(
    "netflix spotify disney\\+ disney_plus hbo hbo_max hulu mubi audible storytel"
    " kindle_unlimited amazon_prime prime apple_music apple_tv apple_tv\\+ youtube_premium"
    " youtube_music tidal deezer chatgpt github_copilot dropbox icloud strava headspace calm"
    " duolingo medium substack new_york_times the_times guardian economist le_monde"
    " financial_times new_yorker xbox_game_pass playstation_plus nintendo_online paramount\\+"
    " crunchyroll dazn sky hellofresh adobe_creative_cloud"
)

STUFF = one_of(
    "site website app api backend back_end frontend front_end parser service server bot"
    " repo pipeline cluster blog webshop dashboard crawler scraper compiler plugin sdk"
    " gateway script thesis paper report application essay manuscript simulation portal"
    " website codebase repository project"
)
"""Nouns of things that run, are written or fall due, as in "the parser is written in Rust"."""
