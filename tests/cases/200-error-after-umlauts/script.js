const label = "Größe — €"; const user = {}; console.log(label, user.profile.name);
